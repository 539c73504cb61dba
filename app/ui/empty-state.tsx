import type { ReactNode } from "react";

/** Illustration, title, text and one link. Red for errors. */
export function EmptyState({
  title,
  text,
  tone = "calm",
  level = 2,
  children,
}: {
  title: string;
  text?: string;
  tone?: "calm" | "wrong";
  level?: 1 | 2;
  children?: ReactNode;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="empty">
      <span className={tone === "wrong" ? "stamp wrong" : "stamp"} aria-hidden="true" />
      <Heading className="h2">{title}</Heading>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}
