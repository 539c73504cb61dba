/**
 * An expected "no" of the business, returned and never thrown. `refused` is a stable word in kebab-case;
 * its wording for people stands in app/parts/messages/messages.ts.
 */
export type Refused<Reason extends string> = { ok: false; refused: Reason };

export type Done<Value = undefined> = { ok: true; value: Value };

/** The "yes" of an action that can be refused, with what it made, if anything. */
export function done(): Done;
export function done<Value>(value: Value): Done<Value>;
export function done<Value>(value?: Value): Done<Value | undefined> {
  return { ok: true, value };
}

/** The "no", with its stable word. */
export function refused<const Reason extends string>(reason: Reason): Refused<Reason> {
  return { ok: false, refused: reason };
}
