/** What is still to happen, in the order of time. */
export type Agenda = {
  /** Puts something down; of what is put down for the same moment, the earlier entry happens first. */
  plan(at: number, act: () => Promise<unknown>): void;
  /** Lets everything happen that is due until then, also what is planned meanwhile. `turn` hears each time first. */
  runUntil(end: number, turn: (at: number) => void): Promise<void>;
};

type Entry = { at: number; act: () => Promise<unknown> };

export function makeAgenda(): Agenda {
  /** The last is the next: taking it moves nothing. */
  const entries: Entry[] = [];
  return {
    plan(at, act) {
      let [low, high] = [0, entries.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((entries[middle]?.at ?? 0) > at) low = middle + 1;
        else high = middle;
      }
      entries.splice(low, 0, { at, act });
    },
    async runUntil(end, turn) {
      for (let next = entries.at(-1); next && next.at <= end; next = entries.at(-1)) {
        entries.pop();
        turn(next.at);
        await next.act();
      }
    },
  };
}
