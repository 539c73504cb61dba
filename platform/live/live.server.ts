import { Client } from "pg";
import { z } from "zod";
import type { Log } from "../log.server.ts";

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
const delays = [1_000, 2_000, 5_000, 10_000];

/** In: the database's URL. One dedicated connection, opened with the first subscription. */
export function makeLive(options: { url: string; log: Log }): Live & { close(): Promise<void> } {
  const listeners = new Map<string, Set<(change: ChangeEvent) => void>>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let state: "idle" | "open" | "closed" = "idle";
  let listening = false;

  function tell(change: ChangeEvent) {
    for (const listener of listeners.get(change.topic) ?? []) {
      try {
        listener(change);
      } catch (error) {
        options.log.error({ err: error, topic: change.topic }, "a live listener failed");
      }
    }
  }

  async function open() {
    state = "open";
    const mine = new Client({
      connectionString: options.url,
      application_name: "campus-style live",
      keepAlive: true,
    });
    client = mine;
    let lost = false;
    const again = (error?: Error) => {
      if (lost || state === "closed") return;
      lost = true;
      listening = false;
      options.log.warn({ err: error }, "the live connection was lost");
      mine.end().catch(() => undefined);
      timer = setTimeout(open, delays[Math.min(failures++, delays.length - 1)]);
    };
    mine.on("error", again);
    mine.on("end", () => again());
    mine.on("notification", (notice) => {
      const change = payload.safeParse(parseJson(notice.payload ?? ""));
      if (!change.success) return options.log.warn("a live notice could not be read");
      const { topic, id, only } = change.data;
      tell({ topic, ...(id !== undefined && { id }), ...(only !== undefined && { only }) });
    });
    try {
      await mine.connect();
      await mine.query(`listen ${channel}`);
      failures = 0;
      // Events before the connection were missed: every subscriber is notified once.
      for (const topic of listeners.keys()) tell({ topic });
      listening = true;
    } catch (error) {
      again(error instanceof Error ? error : undefined);
    }
  }

  return {
    subscribe(topic, listener) {
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      if (state === "idle") void open();
      return () => {
        heard.delete(listener);
        if (heard.size === 0 && listeners.get(topic) === heard) listeners.delete(topic);
      };
    },
    listening: () => listening,
    async close() {
      state = "closed";
      listening = false;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
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
