import { stockLevel } from "../../../shop/catalogue/inventory/inventory.ts";

/** In stock, low stock, or sold out (specification, section 9). */
export function StockBadge({ stock }: { stock: number }) {
  const level = stockLevel(stock);
  if (level === "out") return <span className="badge bad">Out of Stock</span>;
  if (level === "low") return <span className="badge warn">Only {stock} left!</span>;
  return <span className="badge ok">In Stock</span>;
}
