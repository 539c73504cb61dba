/** These fields of an object: an explicit list, so that a field which is added later is not shown by accident. */
export function pick<Value extends object, Key extends keyof Value & string>(
  value: Value,
  keys: readonly Key[],
): Pick<Value, Key>;
export function pick(value: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
