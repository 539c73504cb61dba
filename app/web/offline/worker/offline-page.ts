import { clockTime, seenWords, waitingWords } from "../seen-at.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** A page as it is stored, and the policy that it came with. */
export type StoredPage = { html: string; policy: string };

/**
 * A page without its scripts, as it is stored: they would show the frame of a guest to whoever is signed in, ask for
 * data that cannot come, and belong to one build. The shop works without them; links are document navigations.
 */
export function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "");
}

/**
 * A stored page as it is shown offline: marked with its time, prices as of then, nothing to buy at once.
 * "Add to Cart" stays: what it sends waits (waiting-adds.ts). In: the page, when it was seen, and how many adds wait.
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

/** The shop's own page for what was not visited: a way to try again, the pages that were, and what waits. */
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
    .replace(/(<div id="visited-pages"[^>]*>)/, `$1${waits}${again}${list}`);
  return answer({ ...page, html }, 503);
}

/** The title of a page, still escaped as it stands there, without the shop's name. */
export function titleOf(html: string): string {
  const [, title = ""] = /<title[^>]*>([^<]*)<\/title>/.exec(html) ?? [];
  return title.split(" · ")[0] ?? "";
}

/**
 * Script of an offline page: shows the shop as it is now when it can be reached again, unless somebody is typing. A
 * connection that the device believes in may still lead nowhere, so the shop is asked.
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
