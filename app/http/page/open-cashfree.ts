type Mode = "sandbox" | "production";
type Checkout = (options: { paymentSessionId: string; redirectTarget: "_self" }) => Promise<unknown>;

declare global {
  interface Window {
    /** Set by Cashfree's script. */
    Cashfree?: (options: { mode: Mode }) => { checkout: Checkout };
  }
}

const script = "https://sdk.cashfree.com/js/v3/cashfree.js";

/**
 * Opens Cashfree's payment page in this tab. The document must have been loaded from an address that `paymentSources`
 * accepts, otherwise its CSP blocks the script. Out: false when the script failed to load or to open; nothing was
 * charged then.
 */
export async function openCashfree(session: { sessionId: string; mode: Mode }): Promise<boolean> {
  if (!window.Cashfree && !(await load())) return false;
  const opened = await window
    .Cashfree?.({ mode: session.mode })
    .checkout({ paymentSessionId: session.sessionId, redirectTarget: "_self" })
    .catch(() => ({ error: true }));
  return typeof opened === "object" && opened !== null && !("error" in opened && opened.error);
}

function load(): Promise<boolean> {
  return new Promise((loaded) => {
    const element = document.createElement("script");
    element.src = script;
    element.addEventListener("load", () => loaded(window.Cashfree !== undefined));
    element.addEventListener("error", () => loaded(false));
    document.head.append(element);
  });
}
