import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Title, link to the parent screen and actions of a back-office screen. Also sets the document title. */
export function ScreenHead({
  title,
  text,
  back,
  more,
  children,
}: {
  title: string;
  text?: ReactNode;
  back?: { to: string; label: string } | undefined;
  /** Secondary buttons: beside the others where there is room, behind "More" on a phone. None that opens a dialog. */
  more?: ReactNode;
  /** The primary button, and a second one at most: a phone shows them beside the title. */
  children?: ReactNode;
}) {
  return (
    <header className="office-head flex-wrap items-end justify-between gap-3">
      <title>{`${title} · Back office`}</title>
      <div className="office-title wrap-anywhere">
        {back && (
          <Link className="link" to={back.to}>
            ← {back.label}
          </Link>
        )}
        <h1>{title}</h1>
        {text && <p className="muted">{text}</p>}
      </div>
      {(children || more) && (
        <div className="office-actions flex flex-wrap gap-2">
          {more && <MoreActions>{more}</MoreActions>}
          {children}
        </div>
      )}
    </header>
  );
}

/**
 * A popover: it needs no scripts, closes by Escape and by a press elsewhere, and gives the focus back. Wide screens show
 * it in its place, as does a browser without popovers.
 */
function MoreActions({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // A form or link of the menu may answer with the same screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(() => {
    // Firefox has popovers since 2024.
    menu.current?.hidePopover?.();
  }, [key]);
  return (
    <>
      <button type="button" className="btn btn-secondary more-button" popoverTarget="more-actions">
        More
      </button>
      <div ref={menu} id="more-actions" className="more-actions" popover="auto">
        {children}
      </div>
    </>
  );
}

/** A section with a heading. `id`: for links to it. */
export function Panel({
  id,
  className = "",
  title,
  aside,
  children,
}: {
  id?: string;
  className?: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`panel ${className}`.trim()} aria-label={title}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <h2 className="wrap-anywhere">{title}</h2>
        {aside}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}

/** A screen with nothing on it: why, and where to go from there. Also sets the document title. */
export function EmptyScreen(state: Omit<ComponentProps<typeof EmptyState>, "level">) {
  return (
    <>
      <title>{`${state.title} · Back office`}</title>
      <EmptyState {...state} level={1} />
    </>
  );
}

/** For unknown addresses under /admin and unknown ids. */
export function NotFoundScreen() {
  return (
    <EmptyScreen
      title="Page not found"
      text="There is no such page in the back office."
      link={{ to: "/admin", label: "To the dashboard" }}
    />
  );
}
