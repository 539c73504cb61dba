/** In stock, low stock (1 to 5), or sold out (specification, section 9). */
export function StockBadge({ stock }: { stock: number }) {
  if (stock <= 0) return <span className="badge bad">Out of Stock</span>;
  if (stock <= 5) return <span className="badge warn">Only {stock} left!</span>;
  return <span className="badge ok">In Stock</span>;
}
