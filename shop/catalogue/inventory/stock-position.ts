/**
 * The units of one variant by where they are: `reserved`, `out` of stock, and of those that are out the
 * written-off ones (`damaged`, `lost`).
 */
export type StockPosition = { reserved: number; out: number; damaged: number; lost: number };

export const noStock: StockPosition = { reserved: 0, out: 0, damaged: 0, lost: 0 };
