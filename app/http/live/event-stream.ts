import { collectChanges, collectTime } from "./collect-changes.ts";
import { type StreamAction, type StreamEvent, type StreamState, transitions } from "./stream-states.ts";

/**
 * One event stream per tab, shared by all subscribers (docs/domain.md, "Live updates"; specification, section 9). When
 * it is opened and closed is a table, stream-states.ts. All times in ms.
 */
const retryDelays = [1_000, 2_000, 5_000, 10_000];
/** Delay of the first stream, so that the page, its pictures and scripts come first. */
const settleTime = 2_000;
/** Maximum time between reading and displaying a page after client-side navigation. */
const readingTime = 5_000;
/** Maximum extra latency of a request on a slow connection, or when many clients reconnect. */
const travelTime = 5_000;
/** A hidden tab closes its stream after this time; browsers allow six connections per host. */
const hiddenTime = 30_000;

/** `apart`: what it asks for is no part of the page, so its events do not revalidate the page, nor the page's ask it. */
type Listener = { topics: string[]; ask: () => void; apart: boolean };

const listeners = new Set<Listener>();
let state: StreamState = "closed";
let source: EventSource | undefined;
let openTopics = new Set<string>();
let failures = 0;
/** Whether changes may have been missed, which the page does not show yet. */
let missed = false;
/** Whether the server refused the stream, and the page was revalidated because of that. */
let shutOut = false;
/** Since when (performance.now()) a subscribed topic has had no stream. */
let offlineSince: number | undefined;
/** Whether a stream was ever opened on this page. */
let isLaterPage = false;
let planned: number | undefined;
let hideTimer: number | undefined;
let observing = false;

/** Whether the page is out of date, and whether what is apart from it is. */
const stale = { page: false, apart: false };

const changes = collectChanges((isLast) => {
  // Offline, loaders would fail and replace the page by an error; the stream revalidates when it reconnects.
  if (!navigator.onLine) {
    missed = true;
    return;
  }
  const [page] = [...listeners].filter(({ apart }) => !apart);
  // Every subscriber revalidates the whole page, so one call is enough.
  if (stale.page) page?.ask();
  if (stale.apart) for (const { apart, ask } of listeners) if (apart) ask();
  if (isLast) Object.assign(stale, { page: false, apart: false });
});

function noteAll() {
  Object.assign(stale, { page: true, apart: true });
  changes.note();
}

/** Holds revalidations back during a navigation. */
export const deferEvents = changes.defer;

/** Calls `ask` on events of the topics, and after every gap in which events may have been missed. */
export function subscribeTo(topics: string[], ask: () => void, apart = false): () => void {
  const listener = { topics, ask, apart };
  listeners.add(listener);
  if (!observing) {
    observing = true;
    document.addEventListener("visibilitychange", onVisibility);
    window.addEventListener("online", () => happened("online"));
  }
  if (topics.some((topic) => !openTopics.has(streamTopic(topic)))) {
    offlineSince = Math.min(offlineSince ?? Number.POSITIVE_INFINITY, readAt());
    happened("topics");
  }
  return () => void listeners.delete(listener);
}

function happened(event: StreamEvent) {
  const [next, ...todo] = transitions[state][event];
  state = next;
  for (const action of todo) actions[action]();
}

const actions: Record<StreamAction, () => void> = {
  "plan-first": () => plan(settleTime),
  "plan-soon": () => plan(collectTime),
  "plan-now": () => plan(0),
  "plan-retry": () => plan(retryDelays[Math.min(failures++, retryDelays.length - 1)] ?? 0),
  open,
  close,
  miss: () => {
    missed = true;
  },
  connected: () => {
    failures = 0;
    shutOut = false;
    offlineSince = undefined;
  },
  "catch-up": () => {
    if (missed) noteAll();
    missed = false;
  },
};

function plan(delay: number) {
  window.clearTimeout(planned);
  planned = window.setTimeout(() => {
    if (document.hidden) happened("due-hidden");
    else happened(wantedTopics().size === 0 ? "due-unwanted" : "due");
  }, delay);
}

function close() {
  window.clearTimeout(planned);
  source?.close();
  source = undefined;
  openTopics = new Set();
}

function open() {
  close();
  openTopics = wantedTopics();
  const query = new URLSearchParams([...openTopics].map((topic) => ["topic", topic]));
  // The server reports whether events were missed; only then the page is revalidated.
  offlineSince ??= performance.now();
  query.set("age", String(Math.ceil(performance.now() - offlineSince + travelTime)));
  isLaterPage = true;
  const mine = new EventSource(`/live?${query}`);
  source = mine;
  mine.addEventListener("ready", (event) => {
    missed ||= saysMissed(String(event.data));
    happened("ready");
  });
  mine.addEventListener("change", (event) => {
    const { topic, id } = changeOf(String(event.data));
    const fits = (one: string) =>
      one === topic || (!id && one.startsWith(`${topic}/`)) || one === `${topic}/${id}`;
    for (const { topics, apart } of listeners) {
      if (!topics.some(fits)) continue;
      stale[apart ? "apart" : "page"] = true;
      changes.note();
    }
  });
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    if (mine.readyState === EventSource.CLOSED && !shutOut) void revalidateIfRefused(query);
    happened("failed");
  });
}

function wantedTopics(): Set<string> {
  return new Set([...listeners].flatMap(({ topics }) => topics.map(streamTopic)));
}

/**
 * "products/<id>" subscribes to "products" and is filtered here, so that navigation between products opens no new
 * stream. "order/<id>" is a separate topic: nobody may receive all orders' events.
 */
function streamTopic(topic: string): string {
  const whole = topic.endsWith("/all") || topic.startsWith("order/");
  return whole ? topic : (topic.split("/", 1)[0] ?? topic);
}

/** When the page was read, as a conservative estimate: the first at its request, others `readingTime` ago. */
function readAt(): number {
  if (isLaterPage) return performance.now() - readingTime;
  const [first] = performance.getEntriesByType("navigation");
  return first instanceof PerformanceNavigationTiming ? first.requestStart : 0;
}

/**
 * A refused stream means that the viewer's rights changed (signed out or lost a role): revalidate. EventSource
 * does not report why it failed, so a request checks that the server is not merely down.
 */
async function revalidateIfRefused(query: URLSearchParams) {
  const answer = await fetch(`/live?${query}`, { method: "HEAD" }).catch(() => undefined);
  if (answer?.status !== 403) return;
  shutOut = true;
  noteAll();
}

function onVisibility() {
  window.clearTimeout(hideTimer);
  if (document.hidden) hideTimer = window.setTimeout(() => happened("hidden"), hiddenTime);
  else if (listeners.size > 0) happened("shown");
}

function saysMissed(text: string): boolean {
  const ready: unknown = JSON.parse(text);
  return typeof ready === "object" && ready !== null && "missed" in ready && ready.missed === true;
}

function changeOf(text: string): { topic: string; id?: string } {
  const change: unknown = JSON.parse(text);
  if (typeof change !== "object" || change === null || !("topic" in change)) return { topic: "" };
  return { topic: String(change.topic), ...("id" in change && { id: String(change.id) }) };
}
