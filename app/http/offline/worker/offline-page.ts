import { clockTime, seenWords, waitingWords } from "../seen-at.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** A stored page, and its content security policy. */
export type StoredPage = { html: string; policy: string };

/**
 * A page without its scripts, for storage: they would show a guest's layout to a signed-in user, request data that
 * cannot arrive, and belong to one build. The shop works without them; links are document navigations.
 */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "");
}

/**
 * A stored page prepared for display offline: marked with the time of the visit, prices as of then, "Buy Now" disabled.
 * "Add to Cart" stays: its adds wait (waiting-adds.ts). In: the page, the time of the visit, and the number of waiting
 * adds.
 */
export function shownOffline(page: StoredPage, seen: Date, waiting: number): Response {
  const at = clockTime(seen, new Date());
  const banner =
    `<p class="offline-banner" role="status"><b>You are offline.</b> ` +
    `${[seenWords(at), waitingWords(waiting)].join(" ")}</p>`;
  const html = page.html
    .replace("<body>", `<body class="offline" style="--seen-at: ' (${at})'">${banner}`)
    .replaceAll(' value="buy"', ' value="buy" disabled=""');
  return answer({ ...page, html }, 200);
}

/** The offline page for pages that were not visited: a retry button, the visited pages, and the waiting adds. */
export function notVisited(
  page: StoredPage,
  path: string,
  visited: readonly { title: string; path: string }[],
  waiting: number,
): Response {
  const links = visited.map(
    ({ title, path }) => `<li><a class="link" href="${escaped(path)}">${title}</a></li>`,
  );
  const list =
    links.length > 0 ? `<h2>What you saw on this device</h2><ul class="bullets">${links.join("")}</ul>` : "";
  const waits = waiting > 0 ? `<p role="status">${waitingWords(waiting)}</p>` : "";
  const again = `<p><a class="btn btn-primary" href="${escaped(path)}">Try again</a></p>`;
  const html = page.html
    .replace("<body>", '<body class="offline">')
    // A function: dollar signs in addresses and titles are no patterns.
    .replace(/<div id="visited-pages"[^>]*>/, (start) => start + waits + again + list);
  return answer({ ...page, html }, 503);
}

/** The title of a page, still escaped, without the shop's name. */
export function titleOf(html: string): string {
  const [, title = ""] = /<title[^>]*>([^<]*)<\/title>/.exec(html) ?? [];
  return title.split(" · ")[0] ?? "";
}

/**
 * Script of an offline page: reloads it when the shop can be reached again, unless the user is typing. The device may
 * report a connection that does not work, so the script sends a request to the shop.
 */
function returnOnline() {
  const ask = async () => {
    if (document.hidden || document.activeElement?.matches("input:not([type=radio]), textarea, select"))
      return;
    const answer = await fetch("/health", { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  addEventListener("online", ask);
  setInterval(ask, 10_000);
}

function answer({ html, policy }: StoredPage, status: number): Response {
  const nonce = crypto.randomUUID();
  const script = `<script nonce="${nonce}">(${returnOnline})()</script>`;
  return new Response(html.replace("</body>", `${script}</body>`), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.replace(/script-src [^;]*/, `script-src 'nonce-${nonce}'`),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "strict-origin-when-cross-origin",
    },
  });
}
