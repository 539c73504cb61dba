export type Encoding = "br" | "gzip";

/**
 * The best encoding that a browser accepts. In: its Accept-Encoding header. Out: undefined for none. Weights count
 * only as q=0: brotli is best for every browser that accepts it.
 */
export function preferredEncoding(accepted: string | undefined | null): Encoding | undefined {
  const taken = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding));
}
