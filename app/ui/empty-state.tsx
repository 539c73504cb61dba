import type { ReactNode } from "react";
import { Link } from "react-router";

/** Illustration, title, text and one link. Red for errors. */
export function EmptyState({
  title,
  text,
  tone = "calm",
  level = 2,
  link,
  children,
}: {
  title: string;
  text?: string;
  tone?: "calm" | "wrong";
  level?: 1 | 2;
  /** Where to go from here. */
  link?: { to: string; label: string };
  children?: ReactNode;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="empty">
      <span className={tone === "wrong" ? "stamp wrong mb-4" : "stamp mb-4"} aria-hidden="true" />
      <Heading className="h2">{title}</Heading>
      {text && <p>{text}</p>}
      {link && (
        <Link className="btn btn-primary" to={link.to}>
          {link.label}
        </Link>
      )}
      {children}
    </section>
  );
}
