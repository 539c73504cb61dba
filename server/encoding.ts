export type Encoding = "br" | "gzip";

/**
 * The best packing that a browser takes. In: its Accept-Encoding header. Out: undefined for none.
 * Weights count only as "not at all" (q=0): every browser that takes brotli is better off with it.
 */
export function preferredEncoding(accepted: string | undefined | null): Encoding | undefined {
  const taken = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => taken.includes(encoding));
}
