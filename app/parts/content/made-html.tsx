import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/**
 * HTML that the server made from Markdown: articles by `articleHtml`, which lets no HTML through, and the shop's own
 * policies. Its links into the shop are followed without a new document, as all others.
 */
export function MadeHtml({ html }: { html: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='/']") : null;
    const path = link?.getAttribute("href");
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!path || !plain || path.startsWith("//")) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    <div
      className="words"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
