const shape = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** After every position: a viewer with it reads from the primary. */
export const lastLsn = "FFFFFFFF/FFFFFFFF";

/**
 * A position in PostgreSQL's write-ahead log (`pg_lsn`, as "16/B374D848") as its number of bytes. Out: null for
 * anything else.
 */
export function parseLsn(text: string): bigint | null {
  const [, high, low] = shape.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null;
}

/** The inverse. */
export function formatLsn(bytes: bigint): string {
  return [bytes >> 32n, bytes & 0xffffffffn].map((half) => half.toString(16).toUpperCase()).join("/");
}
