import { useEffect, useState } from "react";
import { href } from "react-router";

/** "You kept M of this brand", for whoever is signed in. Asked for apart: the page is the same for everybody. */
export default function KeptSize({ product }: { product: string }) {
  const [kept, setKept] = useState<{ size: string; brand: string } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(href("/functions/kept-size/:product", { product }), { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : null))
      // Without a connection there is no advice.
      .then(setKept, () => undefined);
    return () => leaving.abort();
  }, [product]);
  return (
    kept && (
      <p className="size-advice">
        You kept {kept.size} of {kept.brand}.
      </p>
    )
  );
}
