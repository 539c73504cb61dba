import { X } from "lucide";
import { useContext } from "react";
import { Link } from "react-router";
import { PageContext } from "../../http/page/page-context.ts";
import { Icon } from "../../ui/icon.tsx";

/**
 * Inline script beside the line: hides it before the first paint for who has closed it, and closes it. Inline, because
 * most pages have no announcement and need no script for one; not a cookie, because that would take visitors out of the
 * page cache.
 */
function closable(key: string) {
  const line = document.currentScript?.parentElement;
  if (!line) return;
  const { id = "" } = line.dataset;
  line.dataset.closable = "";
  try {
    line.hidden = localStorage.getItem(key) === id;
  } catch {
    // Without storage it is shown on each page.
  }
  line.querySelector("button")?.addEventListener("click", () => {
    line.hidden = true;
    try {
      localStorage.setItem(key, id);
    } catch {
      // Without storage it is closed on this page only.
    }
  });
}

/** The owner's announcement above the header; closing it lasts until the next one. */
export function Announcement({ id, text, link }: { id: string; text: string; link: string }) {
  const { nonce } = useContext(PageContext);
  const script = import.meta.env.SSR ? `(${closable})("announcement-closed")` : "";
  return (
    <aside
      className="announcement print:hidden"
      aria-label="Announcement"
      data-id={id}
      suppressHydrationWarning
    >
      <p>{link === "" ? text : <Link to={link}>{text}</Link>}</p>
      <button type="button" className="icon-btn" aria-label="Close the announcement">
        <Icon of={X} />
      </button>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this file, empty in the browser */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </aside>
  );
}
