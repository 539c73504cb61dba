import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Title, link to the parent screen and actions of a back-office screen. Also sets the document title. */
export function ScreenHead({
  title,
  text,
  back,
  children,
}: {
  title: string;
  text?: ReactNode;
  back?: { to: string; label: string } | undefined;
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <header className="office-head flex-wrap items-end justify-between gap-3 mb-4">
      <title>{`${title} · Back office`}</title>
      <div>
        {back && (
          <Link className="link" to={back.to}>
            ← {back.label}
          </Link>
        )}
        <h1 className="wrap-anywhere">{title}</h1>
        {text && <p className="muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}

/** A section with a heading. */
/** `id`: for links to it. */
export function Panel({
  id,
  title,
  aside,
  children,
}: {
  id?: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} className="panel" aria-label={title}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2>{title}</h2>
        {aside}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}

/** For unknown addresses under /admin and unknown ids. */
export function NotFoundScreen() {
  return (
    <>
      <title>Page not found · Back office</title>
      <EmptyState
        level={1}
        title="Page not found"
        text="There is no such page in the back office."
        link={{ to: "/admin", label: "To the dashboard" }}
      />
    </>
  );
}
