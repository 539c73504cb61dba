import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../ui/empty-state.tsx";

/** The title of a back-office screen, the way back up, and what can be done on it. Also names the browser's tab. */
export function ScreenHead({
  title,
  text,
  back,
  children,
}: {
  title: string;
  text?: ReactNode;
  back?: { to: string; label: string };
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <header className="office-head">
      <title>{`${title} · Back office`}</title>
      <div>
        {back && (
          <Link className="link" to={back.to}>
            ← {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {text && <p className="muted">{text}</p>}
      </div>
      {children && <div className="office-actions">{children}</div>}
    </header>
  );
}

/** A white box with a heading. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}

/** For an address under /admin that nobody built, and for an id that nothing has. */
export function NotFoundScreen() {
  return (
    <>
      <title>Page not found · Back office</title>
      <EmptyState level={1} title="Page not found" text="There is no such page in the back office.">
        <Link className="btn btn-primary" to="/admin">
          To the dashboard
        </Link>
      </EmptyState>
    </>
  );
}
