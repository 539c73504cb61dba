import { useEffect, useState } from "react";
import { ScrollRestoration, useNavigation } from "react-router";

const storageKey = "campus-style-scroll";

/**
 * Runs in the page: who reloads it or comes back to it from another site sees the place they left, before the scripts
 * are there. The router's own such script asks the session's storage on every page; the first question waits for
 * another process (5 to 16 ms, several times that on a phone), and on a first look there is nothing to be told.
 */
function scrollBack(storageKey: string) {
  const key: unknown = history.state?.key;
  if (typeof key !== "string") return;
  try {
    const top: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")[key];
    if (typeof top === "number") scrollTo(0, top);
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}

/**
 * Gives this entry of the history the key by which its place is kept, and the number that the router would write into
 * it next: one write for two, and none of them before the page is painted. To be called before the router starts.
 */
export function keyThisEntry() {
  if (typeof history.state?.key === "string") return;
  history.replaceState({ idx: 0, ...history.state, key: Math.random().toString(32).slice(2) }, "");
}

/** Keeps where a page was scrolled to, and goes there again (docs/decisions/0003-lists-in-the-address.md). */
export function ScrollBack({ nonce }: { nonce: string | undefined }) {
  const script = import.meta.env.SSR ? `(${scrollBack})(${JSON.stringify(storageKey)})` : "";
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this file, empty in the browser */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
      {!import.meta.env.SSR && <KeyedScrollRestoration nonce={nonce} />}
    </>
  );
}

const signs = ["pointerdown", "keydown", "scroll"];

/**
 * The router's own keeping of places asks the session's storage when it begins. Nobody has scrolled or leaves before
 * one of these signs, and while a finger is still down nobody notices the wait.
 */
function KeyedScrollRestoration({ nonce }: { nonce: string | undefined }) {
  const [begun, setBegun] = useState(false);
  const leaving = useNavigation().state !== "idle";
  if (leaving && !begun) setBegun(true);
  useEffect(() => {
    const begin = () => setBegun(true);
    for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, begin, { capture: true });
    };
  }, []);
  return begun ? <ScrollRestoration nonce={nonce} storageKey={storageKey} /> : null;
}
