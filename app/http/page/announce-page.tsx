import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * After client-side navigation to another page: screen readers hear its title, and the focus is on its heading, as after
 * loading a document. A change of the query or the hash alone (a filter, a tab), or one that keeps the title, keeps the
 * focus, and so do a form with a wrong field, which gets it, and a field with `data-keeps-focus` that took it itself.
 */
export function AnnouncePage() {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  const lastTitle = useRef("");
  const [title, setTitle] = useState("");
  useEffect(() => {
    const isSamePage = lastPath.current === pathname || lastTitle.current === document.title;
    lastPath.current = pathname;
    lastTitle.current = document.title;
    if (isSamePage) return;
    setTitle(document.title);
    if (document.activeElement?.hasAttribute("data-keeps-focus")) return;
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
    if (!heading || document.querySelector("main [aria-invalid='true']")) return;
    heading.tabIndex = -1;
    // The router has placed the page, at its top or where the visitor was.
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}
