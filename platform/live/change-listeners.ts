import type { Log } from "../log.server.ts";
import type { ChangeEvent } from "./live.server.ts";

type Listener = (change: ChangeEvent) => void;

/** The listeners to changes, by topic. */
export type ChangeListeners = {
  /** Out: the function that removes the listener. */
  add(topic: string, listener: Listener): () => void;
  topics(): string[];
  /** Calls each listener of the change's topic. One that throws is logged, and the others are still called. */
  notify(change: ChangeEvent): void;
};

/** The listeners of one live connection. In: the log, for listeners that throw. */
export function makeChangeListeners(log: Log): ChangeListeners {
  const listeners = new Map<string, Set<Listener>>();
  return {
    add(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
      };
    },
    topics: () => [...listeners.keys()],
    notify(change) {
      for (const listener of listeners.get(change.topic) ?? []) {
        try {
          listener(change);
        } catch (error) {
          log.error({ err: error, topic: change.topic }, "a live listener failed");
        }
      }
    },
  };
}
