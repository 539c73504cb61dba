import { useEffect, useRef, useState } from "react";
import { openCashfree } from "../../http/page/open-cashfree.ts";

/** Opens the gateway's own page, and says so when that fails. */
export function OpenCashfree({
  session,
}: {
  session: { sessionId: string; mode: "sandbox" | "production" };
}) {
  const [failed, setFailed] = useState(false);
  const opened = useRef("");
  const { sessionId, mode } = session;
  useEffect(() => {
    if (opened.current === sessionId) return;
    opened.current = sessionId;
    void openCashfree({ sessionId, mode }).then((open) => setFailed(!open));
  }, [sessionId, mode]);
  return (
    <p role="status">
      {failed
        ? "The payment page did not open. You have not been charged: please try again."
        : "Opening the payment page."}
    </p>
  );
}
