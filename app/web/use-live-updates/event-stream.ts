/** One event stream for the whole tab, whoever listens (docs/domain.md, "Live updates"; specification, section 9). */
const delays = [1_000, 2_000, 5_000, 10_000];
/** The stream may wait: first the page, its pictures and its scripts. */
const settleTime = 2_000;
/** A page that was not the first was read at most so long before it is shown. */
const readingTime = 5_000;
/** A question may travel so much longer than the one before it, on a slow line or when the whole crowd comes back. */
const travelTime = 5_000;
/** News that come together are one question to the server. */
const collectTime = 100;
/** A tab that nobody sees for so long gives its connection back; browsers keep six to a host. */
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
/** Since when, in the browser's milliseconds, nobody listens to something that is on the page. */
let offlineSince: number | undefined;
let opened = false;
let openTimer: number | undefined;
let reloadTimer: number | undefined;
let hideTimer: number | undefined;
let observing = false;

/** Calls `ask` when one of the topics is news, and after every time in which news may have been missed. */
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

/** When at the latest the page began to be read: the first with its request, others shortly before they are shown. */
function readAt(): number {
  if (opened) return performance.now() - readingTime;
  const [first] = performance.getEntriesByType("navigation");
  return first instanceof PerformanceNavigationTiming ? first.requestStart : 0;
}

/**
 * "products/<id>" is carried by "products" and sorted out here, so that going to another product opens no stream.
 * "order/<id>" is a topic of its own: nobody hears of everybody's orders.
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
  // The server tells whether there was news in the meantime: the page is then asked for again, else not.
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
  mine.addEventListener("news", (event) => {
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
 * Who may no longer listen is no longer who the page was made for: they were signed out or lost a role before the
 * stream began. A stream does not tell why it was refused; a server that is only away must not cost them the page.
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
  if (reloadTimer !== undefined) return;
  reloadTimer = window.setTimeout(() => {
    reloadTimer = undefined;
    if (deferred) waiting = true;
    else reloadPage();
  }, collectTime);
}

/** They all ask the whole page again, so the first one is enough. */
function reloadPage() {
  const [first] = [...reloading, ...[...listeners].map(({ ask }) => ask)];
  reloading.clear();
  // Without a line the loaders would fail and take the page with them; the stream asks when it is back.
  if (navigator.onLine) first?.();
  else missed = true;
}

/**
 * While another page is being read, news wait for it: asking then would begin that reading anew, and on a slow line
 * with much news it would never end. The page that comes may be from before the news, so it is asked for afterwards.
 */
export function deferEvents(hold: boolean): void {
  deferred = hold;
  if (deferred || !waiting) return;
  waiting = false;
  reloadPage();
}

/** News that came while there was no line were not asked for; the stream itself may have outlived the gap. */
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
