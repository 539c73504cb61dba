import type { ChangeEvent, Live } from "../../../platform/live/live.server.ts";
import { onHeartbeat } from "./heartbeat.server.ts";
import type { TopicSubscription } from "./topics.ts";

/** Limit of queued chunks. A slower reader is disconnected and reconnects. */
const maxQueued = 64;

type StreamOptions = {
  live: Live;
  wanted: TopicSubscription[];
  /** Whether an event happened between the reading of the page and this stream. */
  missed: boolean;
  /** The user of the session, or null for a guest. */
  userId: string | null;
  /** Whether the session is unchanged since the stream began. */
  isSessionValid: () => Promise<boolean>;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
  onEnd: () => void;
};

/**
 * Server-sent events: "event: ready" with {topics, missed}, then "event: change" with {topic, id?} for each change, and
 * a comment every 25 s. Ends with its session: at once on a session event, otherwise with the next heartbeat.
 */
export function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  const { live, wanted, missed, userId, isSessionValid, gone, onEnd } = options;
  const encoder = new TextEncoder();
  const subscriptions: (() => void)[] = [];
  let ended = false;

  function end() {
    if (ended) return;
    ended = true;
    for (const unsubscribe of subscriptions) unsubscribe();
    onEnd();
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const close = () => {
          if (ended) return;
          end();
          controller.close();
        };
        const send = (text: string) => {
          if (ended) return;
          if ((controller.desiredSize ?? 0) <= 0) return close();
          controller.enqueue(encoder.encode(text));
        };
        const endWithSession = () =>
          isSessionValid().then(
            (still) => {
              if (!still) close();
            },
            // The database is unavailable; the next heartbeat checks again.
            () => undefined,
          );

        send(event("ready", { topics: wanted.map(({ name }) => name), missed }));
        for (const { name, topic, id } of wanted) {
          const pass = (change: ChangeEvent) => {
            const mine = id === undefined || change.id === undefined || change.id === id;
            if (mine) send(event("change", { topic: name, ...(id === undefined && { id: change.id }) }));
          };
          subscriptions.push(live.subscribe(topic, pass));
        }
        if (userId !== null) {
          // After the event was sent, so that the screen learns why its stream ends.
          const check = ({ id }: ChangeEvent) => {
            if (id === undefined || id === userId) void endWithSession();
          };
          subscriptions.push(live.subscribe("people", check));
          // The session may have ended between the request and the subscription.
          void endWithSession();
        }
        const beat = () => {
          send(": here\n\n");
          if (userId !== null && !ended) void endWithSession();
        };
        subscriptions.push(onHeartbeat(beat));
        gone.addEventListener("abort", close, { once: true });
        subscriptions.push(() => gone.removeEventListener("abort", close));
        if (gone.aborted) close();
      },
      cancel: end,
    },
    new CountQueuingStrategy({ highWaterMark: maxQueued }),
  );
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
