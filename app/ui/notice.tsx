/** A sentence on a tinted background with a 3 px edge. */
export function Notice({
  tone,
  title,
  text,
}: {
  tone: "ok" | "warn" | "wrong";
  title: string;
  text?: string | undefined;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === "wrong" ? "alert" : "status"}>
      <p>
        <b>{title}</b>
        {text && (
          <>
            <br />
            {text}
          </>
        )}
      </p>
    </div>
  );
}
