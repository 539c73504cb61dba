import { Client } from "pg";
import { z } from "zod";
import type { Log } from "../log.server.ts";
import { makeChangeListeners } from "./change-listeners.ts";

/**
 * A change event. Without an id: something under this topic may have changed (sent after each reconnect). `only`
 * narrows the change, as the trigger names it.
 */
export type ChangeEvent = { topic: string; id?: string; only?: string };

/**
 * Change events of the database. `subscribe` returns the function that unsubscribes. `listening`: whether the
 * connection is up; while it is not, caches may be stale.
 */
export type Live = {
  subscribe(topic: string, listener: (change: ChangeEvent) => void): () => void;
  listening(): boolean;
};

/** Triggers send `pg_notify('live', '{"topic":"orders","id":"..."}')`; the id is optional. */
const channel = "live";
const payload = z.object({
  topic: z.string(),
  id: z.coerce.string().optional(),
  only: z.string().optional(),
});

/**
 * One connection attempt a second costs a database nothing, and cached pages are sent only while events are received.
 */
const retryMs = 1_000;
/**
 * A connection whose peer vanished without closing it (power, network, a failover behind an address) looks like one
 * without events: the kernel alone would notice after 15 minutes or more.
 */
const heartbeatMs = 5_000;
const patienceMs = 5_000;

/**
 * In: the database's URL. One dedicated connection, opened with the first subscription, checked every 5 s, and reopened
 * when it does not answer.
 */
export function makeLive(options: { url: string; log: Log }): Live & { close(): Promise<void> } {
  const listeners = makeChangeListeners(options.log);
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let away = false;
  let state: "idle" | "open" | "closed" = "idle";
  let listening = false;

  async function open() {
    state = "open";
    const mine = new Client({
      connectionString: options.url,
      application_name: "campus-style live",
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client = mine;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || state === "closed") return;
      lost = true;
      listening = false;
      if (!away) options.log.warn({ err: error }, "the live connection was lost");
      away = true;
      mine.end().catch(() => undefined);
      clearTimeout(timer);
      timer = setTimeout(open, retryMs);
    };
    const beat = () => {
      if (lost || state === "closed") return;
      timer = setTimeout(() => void mine.query("select 1").then(beat, again), heartbeatMs);
    };
    mine.on("error", again);
    mine.on("end", () => again());
    mine.on("notification", (notice) => {
      const change = payload.safeParse(parseJson(notice.payload ?? ""));
      if (!change.success) return options.log.warn("a change event could not be read");
      const { topic, id, only } = change.data;
      listeners.notify({ topic, ...(id !== undefined && { id }), ...(only !== undefined && { only }) });
    });
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      if (away) options.log.info("the live connection is back");
      away = false;
      // Events before the connection were missed: every subscriber is notified once.
      for (const topic of listeners.topics()) listeners.notify({ topic });
      listening = client === mine && !lost;
      beat();
    } catch (error) {
      again(error instanceof Error ? error : undefined);
    }
  }

  return {
    subscribe(topic, listener) {
      const unsubscribe = listeners.add(topic, listener);
      if (state === "idle") void open();
      return unsubscribe;
    },
    listening: () => listening,
    async close() {
      state = "closed";
      listening = false;
      clearTimeout(timer);
      const mine = client;
      client = undefined;
      await mine?.end().catch(() => undefined);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
