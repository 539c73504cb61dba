import { cached } from "../../../platform/lru.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { ProductSummary } from "../catalogue.ts";
import { type AskedInList, type CardRow, cardStateAt, toSummary } from "./card.ts";

type Ports = Pick<Services, "live" | "site">;
/** A product's row, and the few summaries built from it; an equal summary is the same object. */
type Card = { summary(now: Date, asked?: AskedInList): ProductSummary };
type Read = (ids: string[]) => Promise<CardRow[]>;
export type CardCache = { take(ids: string[], read: Read): Promise<ReadonlyMap<string, Card>> };

/** About 5 KB each with its HTML: 60 MB when full. A new card evicts the oldest. */
const maxCards = 12_000;
/** Each has its own HTML: a card in other colours, at another price, in another offer. */
const summariesKept = 4;

const caches = new WeakMap<Ports["live"], CardCache>();

/** Where reads may not come from memory (`site.inMemory`): every card is read. */
const reading: CardCache = { take: async (ids, read) => cardsOf(await read(ids)) };

/**
 * The cards of products in this process's memory. A card is read at its first use and again after a change
 * event of its product; while the change listener is disconnected, each time. `take` resolves to the cards of these
 * ids; ids that `read` does not return are left out.
 */
export function cardCache({ live, site }: Ports): CardCache {
  if (!site.inMemory) return reading;
  const known = caches.get(live);
  if (known) return known;
  const made = makeCache(live);
  caches.set(live, made);
  return made;
}

function makeCache(live: Ports["live"]): CardCache {
  const stored = new Map<string, Card>();
  /** For each read in progress the ids that changed meanwhile: its rows may be stale. */
  const underWay = new Set<Set<string | undefined>>();

  live.subscribe("products", ({ id }) => {
    if (id === undefined) stored.clear();
    else stored.delete(id);
    for (const changed of underWay) changed.add(id);
  });

  return {
    async take(ids, read) {
      if (!live.listening()) return reading.take(ids, read);
      const found = new Map<string, Card>();
      for (const id of ids) {
        const card = stored.get(id);
        if (card) found.set(id, card);
      }
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) return found;
      const changed = new Set<string | undefined>();
      underWay.add(changed);
      try {
        for (const [id, card] of cardsOf(await read(missing))) {
          found.set(id, card);
          if (!changed.has(undefined) && !changed.has(id)) stored.set(id, card);
        }
      } finally {
        underWay.delete(changed);
      }
      for (const id of stored.keys()) {
        if (stored.size <= maxCards) break;
        stored.delete(id);
      }
      return found;
    },
  };
}

function cardsOf(rows: CardRow[]): Map<string, Card> {
  return new Map(rows.map((row) => [row.id, cardOf(row)]));
}

function cardOf(row: CardRow): Card {
  const made = new Map<string, ProductSummary>();
  return {
    summary(now, asked) {
      const { pictures, ...state } = cardStateAt(row, now, asked);
      const key = JSON.stringify(state);
      return cached(made, summariesKept, key, () => toSummary(row, { ...state, pictures }));
    },
  };
}
