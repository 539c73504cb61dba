/**
 * Pieces of one variant by where they are: set aside (`held`), out of the stock (`out`), and of those that are out the
 * ones written off (`damaged`, `lost`).
 */
export type StockPosition = { held: number; out: number; damaged: number; lost: number };

export const noStock: StockPosition = { held: 0, out: 0, damaged: 0, lost: 0 };
