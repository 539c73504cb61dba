import { ScrollRestoration } from "react-router";

const storageKey = "campus-style-scroll";

/**
 * Runs in the page: who reloads it or comes back to it from another site sees the place they left, before the scripts
 * are there. The router's own such script asks the session's storage on every page; the first question waits for
 * another process (5 to 16 ms, several times that on a phone), and on a first look there is nothing to be told.
 */
function scrollBack(storageKey: string) {
  const key: unknown = history.state?.key;
  if (typeof key !== "string") {
    history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
    return;
  }
  try {
    const top: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")[key];
    if (typeof top === "number") scrollTo(0, top);
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}

/** Keeps where a page was scrolled to, and goes there again (design/experience.md 5). */
export function ScrollBack({ nonce }: { nonce: string | undefined }) {
  if (!import.meta.env.SSR) return <ScrollRestoration nonce={nonce} storageKey={storageKey} />;
  const script = `(${scrollBack})(${JSON.stringify(storageKey)})`;
  // The router's script takes its place without being run.
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this file
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}
