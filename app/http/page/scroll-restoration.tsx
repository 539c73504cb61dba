import { useEffect, useState } from "react";
import { ScrollRestoration, useNavigation } from "react-router";

const storageKey = "campus-style-scroll";

/**
 * Inline script: restores the scroll position after a reload or a return from another site, before hydration. React
 * Router's own script reads sessionStorage on every page; the first access is synchronous IPC (5 to 16 ms, several
 * times that on a phone), which a first visit does not need.
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
 * Writes the key of the scroll position into this history entry, and the index that the router would write next: one
 * write instead of two, and none before the first paint. Call before the router starts.
 */
export function keyThisEntry() {
  if (typeof history.state?.key === "string") return;
  history.replaceState({ idx: 0, ...history.state, key: Math.random().toString(32).slice(2) }, "");
}

/** Stores scroll positions and restores them (docs/decisions/0003-lists-in-the-address.md). */
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
 * The router's scroll restoration reads sessionStorage when it mounts. It is mounted on the first of these events,
 * because before them there is no position to store.
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
