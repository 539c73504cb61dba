/**
 * The value of a key, computed and stored when it is missing. The map's order is the order of use: beyond `most` values
 * the least recently used one is deleted.
 */
export function cached<Value extends object | number | string>(
  map: Map<string, Value>,
  most: number,
  key: string,
  make: () => Value,
): Value {
  const value = map.get(key) ?? make();
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return value;
}
