import { useEffect, useState } from "react";
import { href } from "react-router";

/**
 * "You bought M last time" (of this brand), for signed-in customers. A separate request, because the page is the same for everybody.
 */
export default function PurchasedSize({ product }: { product: string }) {
  const [purchased, setPurchased] = useState<{ size: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(href("/functions/purchased-size/:product", { product }), { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : null))
      // Offline there is no advice.
      .then(setPurchased, () => undefined);
    return () => leaving.abort();
  }, [product]);
  return purchased && <p className="mt-2 text-small">You bought {purchased.size} last time.</p>;
}
