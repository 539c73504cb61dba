/**
 * The units of one variant by where they are: reserved (`held`), out of stock (`out`), and of those that are out the
 * written-off ones (`damaged`, `lost`).
 */
export type StockPosition = { held: number; out: number; damaged: number; lost: number };

export const noStock: StockPosition = { held: 0, out: 0, damaged: 0, lost: 0 };
