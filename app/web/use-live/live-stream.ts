/** One event stream for the whole tab, whoever listens (design/domain.md, "Live"; specification, section 9). */
const delays = [1_000, 2_000, 5_000, 10_000];
/** The stream may wait: first the page, its pictures and its scripts. */
const settleTime = 2_000;
/** News that come together are one question to the server. */
const collectTime = 100;
/** A tab that nobody sees for so long gives its connection back; browsers keep six to a host. */
const hiddenTime = 30_000;

type Listener = { topics: string[]; ask: () => void };

const listeners = new Set<Listener>();
const asking = new Set<() => void>();
let source: EventSource | undefined;
let carried = new Set<string>();
let failures = 0;
let missed = false;
let openTimer: number | undefined;
let askTimer: number | undefined;
let hideTimer: number | undefined;
let watching = false;

/** Calls `ask` when one of the topics is news, and after every time in which news may have been missed. */
export function listenFor(topics: string[], ask: () => void): () => void {
  const listener = { topics, ask };
  listeners.add(listener);
  if (!watching) {
    watching = true;
    document.addEventListener("visibilitychange", onVisibility);
  }
  if (topics.some((topic) => !carried.has(streamTopic(topic)))) openLater(source ? collectTime : settleTime);
  return () => {
    listeners.delete(listener);
    asking.delete(ask);
  };
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
  carried = topics;
  const mine = new EventSource(`/live?${new URLSearchParams([...topics].map((topic) => ["topic", topic]))}`);
  source = mine;
  mine.addEventListener("ready", () => {
    failures = 0;
    if (missed) for (const { ask } of listeners) askSoon(ask);
    missed = false;
  });
  mine.addEventListener("news", (event) => {
    const { topic, id } = readNews(String(event.data));
    const fits = (wanted: string) => wanted === topic || (!id && wanted.startsWith(`${topic}/`));
    for (const { topics: wanted, ask } of listeners) {
      if (wanted.some((one) => fits(one) || one === `${topic}/${id}`)) askSoon(ask);
    }
  });
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    close();
    missed = true;
    openLater(delays[Math.min(failures++, delays.length - 1)] ?? 0);
  });
}

function close() {
  source?.close();
  source = undefined;
  carried = new Set();
}

function askSoon(ask: () => void) {
  asking.add(ask);
  if (askTimer !== undefined) return;
  askTimer = window.setTimeout(() => {
    askTimer = undefined;
    // They all ask the whole page again, so the first one is enough.
    const [first] = asking;
    asking.clear();
    first?.();
  }, collectTime);
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

function readNews(text: string): { topic: string; id?: string } {
  const news: unknown = JSON.parse(text);
  if (typeof news !== "object" || news === null || !("topic" in news)) return { topic: "" };
  return { topic: String(news.topic), ...("id" in news && { id: String(news.id) }) };
}
