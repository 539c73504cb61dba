import { X } from "lucide";
import { useContext, useEffect, useRef } from "react";
import { Link } from "react-router";
import { PageContext } from "../../http/page/page-context.ts";
import { Icon } from "../../ui/icon.tsx";

const storageKey = "announcement-closed";

/**
 * Inline script beside the line: hides it before the first paint for who has closed it. A cookie would take visitors out
 * of the page cache.
 */
function hideClosed(key: string, id: string) {
  try {
    if (localStorage.getItem(key) !== id) return;
    document.currentScript?.parentElement?.setAttribute("hidden", "");
  } catch {
    // Without storage it is shown again.
  }
}

/** The owner's announcement above the header; closing it lasts until the next one. */
export function Announcement({ id, text, link }: { id: string; text: string; link: string }) {
  const { nonce } = useContext(PageContext);
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    // Without this page's inline script: the announcement came with a change of the open page.
    if (wasClosed(id)) line.current?.setAttribute("hidden", "");
  }, [id]);
  const script = import.meta.env.SSR
    ? `(${hideClosed})(${JSON.stringify(storageKey)},${JSON.stringify(id)})`
    : "";
  return (
    <aside
      ref={line}
      className="announcement print:hidden"
      aria-label="Announcement"
      suppressHydrationWarning
    >
      <p>{link === "" ? text : <AnyLink to={link}>{text}</AnyLink>}</p>
      <button
        type="button"
        className="icon-btn"
        aria-label="Close the announcement"
        onClick={() => {
          close(id);
          line.current?.setAttribute("hidden", "");
        }}
      >
        <Icon of={X} />
      </button>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this file, empty in the browser */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </aside>
  );
}

function AnyLink({ to, children }: { to: string; children: string }) {
  return to.startsWith("/") ? <Link to={to}>{children}</Link> : <a href={to}>{children}</a>;
}

function wasClosed(id: string): boolean {
  try {
    return localStorage.getItem(storageKey) === id;
  } catch {
    return false;
  }
}

function close(id: string) {
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // Without storage it is closed on this page only.
  }
}
