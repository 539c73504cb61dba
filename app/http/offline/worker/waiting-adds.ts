import type { SyncingRegistration } from "./scope.ts";
import { getItem, itemNames, removeItem, setItem } from "./store.ts";

const waiting = "add ";
const toShow = "outcome ";
/** How long an add waits; the shop stores its key for longer (shop/cart/add-once.server.ts). Milliseconds. */
const longest = 14 * 86_400_000;

type WaitingAdd = { fields: Record<string, string>; since: number };

/** The outcome of an add: the toast from the shop. */
type Outcome = { title: string; text?: string; tone?: "calm" | "wrong" };

/** The number of waiting adds. */
export async function countWaiting(): Promise<number> {
  return (await itemNames(waiting)).length;
}

/**
 * Stores an add until there is a connection. The form's key ensures that it counts once, even if the shop received it
 * and only the answer was lost.
 */
export async function waitWith(
  fields: Record<string, string>,
  registration: SyncingRegistration,
): Promise<void> {
  const key = fields.key || crypto.randomUUID();
  const viewer = await getItem("viewer");
  const add: WaitingAdd = {
    fields: { ...fields, key, customer: typeof viewer === "string" && viewer !== "guest" ? viewer : "" },
    since: Date.now(),
  };
  await setItem(waiting + key, add);
  // If supported, Background Sync wakes the worker when there is a connection, even without a tab.
  await registration.sync?.register("cart").catch(() => undefined);
}

let sending: Promise<void> | undefined;

/** Sends the waiting adds, each once; outcomes are stored until a page has shown them (`outcomesToShow`). */
export function sendWaiting(): Promise<void> {
  sending ??= sendEach().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendEach(): Promise<void> {
  for (const name of await itemNames(waiting)) {
    const add = await getItem(name);
    if (!isAdd(add)) continue;
    const { fields, since } = add;
    const outcome = Date.now() - since > longest ? tooOld : await send(fields);
    // No connection, or the shop is busy: retry later.
    if (!outcome) return;
    await setItem(toShow + name.slice(waiting.length), outcome);
    await removeItem(name);
  }
}

function isAdd(found: unknown): found is WaitingAdd {
  return typeof found === "object" && found !== null && "fields" in found && "since" in found;
}

const tooOld: Outcome = {
  title: "Not added to your cart",
  text: "A product waited for a connection for more than two weeks.",
  tone: "wrong",
};
const refused: Outcome = { title: "Error", text: "Failed to add item to cart", tone: "wrong" };

async function send(fields: Record<string, string>): Promise<Outcome | null> {
  try {
    const answer = await fetch("/functions/cart-add", { method: "POST", body: new URLSearchParams(fields) });
    if (answer.status === 429 || answer.status >= 500) return null;
    const { toast }: { toast?: Outcome } = await answer.json();
    return toast ?? refused;
  } catch (error) {
    // A failed connection rejects with a TypeError; any other unexpected answer would not improve with a retry.
    return error instanceof TypeError ? null : refused;
  }
}

/** The outcomes that no page has shown yet, by the name under which they are stored. */
export async function outcomesToShow(): Promise<{ name: string; toast: unknown }[]> {
  const names = await itemNames(toShow);
  return Promise.all(names.map(async (name) => ({ name, toast: await getItem(name) })));
}

/** Forgets an outcome that a page has shown. */
export async function outcomeShown(name: string): Promise<void> {
  if (name.startsWith(toShow)) await removeItem(name);
}
