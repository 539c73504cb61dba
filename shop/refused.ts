/**
 * An expected "no", returned and never thrown. `refused` is a stable code in kebab-case; its text is in
 * app/parts/messages/.
 */
export type Refused<Reason extends string> = { ok: false; refused: Reason };

export type Done<Value = undefined> = { ok: true; value: Value };

/** The "yes" of an operation that can be refused, with its result, if any. */
export function done(): Done;
export function done<Value>(value: Value): Done<Value>;
export function done<Value>(value?: Value): Done<Value | undefined> {
  return { ok: true, value };
}

/** The "no", with its code. */
export function refused<const Reason extends string>(reason: Reason): Refused<Reason> {
  return { ok: false, refused: reason };
}
