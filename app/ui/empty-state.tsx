import type { ReactNode } from "react";

/** A stamp, one wide line, one plain line, one way on. The stamp is madder when something went wrong. */
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
