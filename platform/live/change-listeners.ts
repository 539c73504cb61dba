import type { Log } from "../log.server.ts";
import type { ChangeEvent, When } from "./live.server.ts";

type Listener = (change: ChangeEvent) => void;

/** The listeners to changes, by topic. */
export type ChangeListeners = {
  /** Out: the function that removes the listener. */
  add(topic: string, listener: Listener, when: When): () => void;
  topics(): Iterable<string>;
  /** Notifies the listeners; resolves when all have been. */
  notify(changes: ChangeEvent[]): Promise<void>;
};

/** In: what "replayed" listeners wait for before they are called; changes that arrive meanwhile wait together. */
export function makeChangeListeners(log: Log, before?: () => Promise<void>): ChangeListeners {
  const listeners: Record<When, Map<string, Set<Listener>>> = { committed: new Map(), replayed: new Map() };
  let waiting: ChangeEvent[] = [];
  let releasing: Promise<void> | undefined;

  function deliver(when: When, changes: ChangeEvent[]) {
    for (const change of changes)
      for (const listener of listeners[when].get(change.topic) ?? []) {
        try {
          listener(change);
        } catch (error) {
          log.error({ err: error, topic: change.topic }, "a live listener failed");
        }
      }
  }

  async function release(wait: () => Promise<void>) {
    while (waiting.length > 0) {
      const held = waiting;
      waiting = [];
      await wait();
      deliver("replayed", held);
    }
    releasing = undefined;
  }

  return {
    add(topic, listener, when) {
      const byTopic = listeners[when];
      const ofTopic = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, ofTopic.add(listener));
      return () => {
        ofTopic.delete(listener);
        if (ofTopic.size === 0 && byTopic.get(topic) === ofTopic) byTopic.delete(topic);
      };
    },
    topics: () => new Set([...listeners.committed.keys(), ...listeners.replayed.keys()]),
    async notify(changes) {
      deliver("committed", changes);
      if (!before) return deliver("replayed", changes);
      if (changes.length > 0) {
        waiting.push(...changes);
        releasing ??= release(before);
      }
      await releasing;
    },
  };
}
