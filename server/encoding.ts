export type Encoding = "br" | "gzip" | "zstd";

/** For content that is compressed ahead or sent often: the smallest first. */
const smallest = ["br", "gzip"] as const;
/** For content that is sent once: zstd (RFC 8878) takes a third of Brotli's time for the same size. */
const quickest = ["zstd", "br", "gzip"] as const;

/**
 * The best encoding that a browser accepts. In: its Accept-Encoding header, and whether the response is compressed for
 * this request alone. Out: undefined for none. Weights count only as q=0: each browser gets the best encoding that it
 * accepts.
 */
export function preferredEncoding(
  accepted: string | undefined | null,
  isSentOnce = false,
): Encoding | undefined {
  const taken = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim());
  return (isSentOnce ? quickest : smallest).find((encoding) => taken.includes(encoding));
}
