import { useEffect, useState } from "react";
import { href } from "react-router";
import type { ProductSummary } from "../../../shop/catalogue/catalogue.ts";
import { ProductGrid } from "../product-card.tsx";

const place = "recently-viewed";
const remembered = 9;
const shown = 4;

/** Stores the displayed product as recently viewed, and shows the previous four. Ids only, in this browser only. */
export default function RecentRow({ current }: { current?: string | undefined }) {
  const [products, setProducts] = useState<ProductSummary[]>([]);
  useEffect(() => {
    const before = readIds();
    if (current) writeIds([current, ...before.filter((id) => id !== current)].slice(0, remembered));
    const others = before.filter((id) => id !== current).slice(0, shown);
    if (others.length === 0) return;
    const leaving = new AbortController();
    const asked = new URLSearchParams(others.map((id) => ["id", id]));
    fetch(`${href("/functions/cards")}?${asked}`, { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then(setProducts, () => undefined);
    return () => leaving.abort();
  }, [current]);
  if (products.length === 0) return null;
  return (
    <section className={current ? "section wrap" : "section"} aria-labelledby="recently-viewed">
      <div className="section-head">
        <h2 id="recently-viewed">Recently viewed</h2>
      </div>
      <ProductGrid products={products} className="product-grid four" />
    </section>
  );
}

/** Stored data may have been tampered with: validate it. */
function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string").slice(0, remembered) : [];
  } catch {
    return [];
  }
}

function writeIds(ids: string[]) {
  try {
    localStorage.setItem(place, JSON.stringify(ids));
  } catch {
    // Storage is unavailable: show nothing.
  }
}
