import type { ReactNode } from "react";
import { PageHead } from "../page-head.tsx";

/**
 * A page that a link of a mail or of the shop's machine leads to. The address contains a secret: search engines leave
 * the page out, and the Referer header does not pass the address on.
 */
export function LinkPage({
  title,
  description,
  path,
  children,
}: {
  title: string;
  description: string;
  path: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap words-page">
      <PageHead title={title} description={description} path={path} />
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="same-origin" />
      <div className="narrow stack">
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}
