import type { ReactNode } from "react";

/** A sentence on a tinted background with a 3 px edge. */
export function Notice({
  tone,
  title,
  text,
  children,
}: {
  tone: "ok" | "warn" | "wrong";
  title: string;
  text?: string | undefined;
  /** Below the text, such as a list of links. */
  children?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === "wrong" ? "alert" : "status"}>
      <div>
        <p>
          <b>{title}</b>
          {text && (
            <>
              <br />
              {text}
            </>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}
