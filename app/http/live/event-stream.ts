/**
 * One event stream per tab, shared by all subscribers (docs/domain.md, "Live updates"; specification, section 9). All
 * times in ms.
 */
const delays = [1_000, 2_000, 5_000, 10_000];
/** Delay of the stream, so that the page, its pictures and scripts come first. */
const settleTime = 2_000;
/** Maximum time between reading and displaying a page after client-side navigation. */
const readingTime = 5_000;
/** Maximum extra latency of a request on a slow connection, or when many clients reconnect. */
const travelTime = 5_000;
/** Events within this time cause one revalidation. */
const collectTime = 100;
/**
 * The page cache may send the old page for this long after an event (`batchMs` in server/page-cache, with a margin).
 */
const expiryTime = 60;
/** Events less than `expiryTime` apart delay the revalidation by at most this. */
const longestCollectTime = 1_000;
/** A hidden tab closes its stream after this time; browsers allow six connections per host. */
const hiddenTime = 30_000;

type Listener = { topics: string[]; ask: () => void };

const listeners = new Set<Listener>();
const reloading = new Set<() => void>();
let source: EventSource | undefined;
let openTopics = new Set<string>();
let failures = 0;
let missed = false;
let deferred = false;
let waiting = false;
let shutOut = false;
/** Since when (performance.now()) a subscribed topic has had no stream. */
let offlineSince: number | undefined;
let opened = false;
let openTimer: number | undefined;
let reloadTimer: number | undefined;
/** When (performance.now()) the first and the last of the collected events came. */
let firstEventAt = 0;
let lastEventAt = 0;
let hideTimer: number | undefined;
let observing = false;

/** Calls `ask` on events of the topics, and after every gap in which events may have been missed. */
export function subscribeTo(topics: string[], ask: () => void): () => void {
  const listener = { topics, ask };
  listeners.add(listener);
  if (!observing) {
    observing = true;
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("online", onLine);
  }
  if (topics.some((topic) => !openTopics.has(streamTopic(topic)))) {
    offlineSince = Math.min(offlineSince ?? Number.POSITIVE_INFINITY, readAt());
    openLater(source ? collectTime : settleTime);
  }
  return () => {
    listeners.delete(listener);
    reloading.delete(ask);
  };
}

/** When the page was read, as a conservative estimate: the first at its request, others `readingTime` ago. */
function readAt(): number {
  if (opened) return performance.now() - readingTime;
  const [first] = performance.getEntriesByType("navigation");
  return first instanceof PerformanceNavigationTiming ? first.requestStart : 0;
}

/**
 * "products/<id>" subscribes to "products" and is filtered here, so that navigation between products opens no new
 * stream. "order/<id>" is a separate topic: nobody may receive all orders' events.
 */
function streamTopic(topic: string): string {
  const whole = topic.endsWith("/all") || topic.startsWith("order/");
  return whole ? topic : (topic.split("/", 1)[0] ?? topic);
}

function openLater(delay: number) {
  window.clearTimeout(openTimer);
  openTimer = window.setTimeout(open, delay);
}

function open() {
  if (document.hidden) {
    missed = true;
    return close();
  }
  const topics = new Set([...listeners].flatMap((listener) => listener.topics.map(streamTopic)));
  close();
  if (topics.size === 0) return;
  openTopics = topics;
  const query = new URLSearchParams([...topics].map((topic) => ["topic", topic]));
  // The server reports whether events were missed; only then the page is revalidated.
  offlineSince ??= performance.now();
  query.set("age", String(Math.ceil(performance.now() - offlineSince + travelTime)));
  opened = true;
  const mine = new EventSource(`/live?${query}`);
  source = mine;
  mine.addEventListener("ready", (event) => {
    failures = 0;
    shutOut = false;
    offlineSince = undefined;
    if (missed || onMissed(String(event.data))) for (const { ask } of listeners) reloadSoon(ask);
    missed = false;
  });
  mine.addEventListener("change", (event) => {
    const { topic, id } = onEvent(String(event.data));
    const fits = (wanted: string) => wanted === topic || (!id && wanted.startsWith(`${topic}/`));
    for (const { topics: wanted, ask } of listeners) {
      if (wanted.some((one) => fits(one) || one === `${topic}/${id}`)) reloadSoon(ask);
    }
  });
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    const refused = mine.readyState === EventSource.CLOSED;
    close();
    missed = true;
    if (refused && !shutOut) void retryIfRefused(query);
    openLater(delays[Math.min(failures++, delays.length - 1)] ?? 0);
  });
}

/**
 * A refused stream means that the viewer's rights changed (signed out or lost a role): revalidate. EventSource
 * does not report why it failed, so a request checks that the server is not merely down.
 */
async function retryIfRefused(query: URLSearchParams) {
  const answer = await fetch(`/live?${query}`, { method: "HEAD" }).catch(() => undefined);
  if (answer?.status !== 403) return;
  shutOut = true;
  for (const { ask } of listeners) reloadSoon(ask);
}

function close() {
  source?.close();
  source = undefined;
  openTopics = new Set();
}

function reloadSoon(ask: () => void) {
  reloading.add(ask);
  lastEventAt = performance.now();
  if (reloadTimer !== undefined) return;
  firstEventAt = lastEventAt;
  reloadTimer = window.setTimeout(reloadCollected, collectTime);
}

/** Waits until the page cache has dropped what the last event changed, so that one revalidation is enough. */
function reloadCollected() {
  const now = performance.now();
  const expiresIn = lastEventAt + expiryTime - now;
  reloadTimer = expiresIn > 0 ? window.setTimeout(reloadCollected, expiresIn) : undefined;
  if (expiresIn > 0 && now - firstEventAt < longestCollectTime) return;
  firstEventAt = now;
  if (deferred) waiting = true;
  else reloadPage();
}

/** All subscribers revalidate the whole page, so one call is enough. */
function reloadPage() {
  const [first] = [...reloading, ...[...listeners].map(({ ask }) => ask)];
  reloading.clear();
  // Offline, loaders would fail and replace the page by an error; the stream revalidates when it reconnects.
  if (navigator.onLine) first?.();
  else missed = true;
}

/**
 * Defers events during navigation: revalidating would restart the pending loaders, on a slow connection possibly for
 * ever. The new page may predate the events, so it is revalidated afterwards.
 */
export function deferEvents(hold: boolean): void {
  deferred = hold;
  if (deferred || !waiting) return;
  waiting = false;
  reloadPage();
}

/** Events received while offline were not handled; the stream itself may have survived the gap. */
function onLine() {
  if (!missed || !source) return;
  missed = false;
  for (const { ask } of listeners) reloadSoon(ask);
}

function onVisibility() {
  window.clearTimeout(hideTimer);
  if (!document.hidden) {
    if (!source && listeners.size > 0) openLater(0);
    return;
  }
  hideTimer = window.setTimeout(() => {
    if (!source) return;
    missed = true;
    close();
  }, hiddenTime);
}

function onMissed(text: string): boolean {
  const ready: unknown = JSON.parse(text);
  return typeof ready === "object" && ready !== null && "missed" in ready && ready.missed === true;
}

function onEvent(text: string): { topic: string; id?: string } {
  const notification: unknown = JSON.parse(text);
  if (typeof notification !== "object" || notification === null || !("topic" in notification))
    return { topic: "" };
  return { topic: String(notification.topic), ...("id" in notification && { id: String(notification.id) }) };
}
