import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/**
 * HTML that the server rendered from Markdown: articles with `articleHtml`, which escapes HTML, and the shop's own
 * policies. Links within the shop are client-side navigations, as all others.
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
