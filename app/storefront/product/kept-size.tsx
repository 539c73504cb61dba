import { useEffect } from "react";
import { href, useFetcher } from "react-router";
import type { loader } from "./kept-size-answer.ts";

/** "You kept M of this brand", for whoever is signed in. Asked for apart: the page is the same for everybody. */
export default function KeptSize({ product }: { product: string }) {
  const { load, data } = useFetcher<typeof loader>({ key: `kept-size ${product}` });
  useEffect(() => {
    // Without a connection there is no advice.
    load(href("/functions/kept-size/:product", { product })).catch(() => undefined);
  }, [load, product]);
  return (
    data?.kept && (
      <p className="size-advice">
        You kept {data.kept.size} of {data.kept.brand}.
      </p>
    )
  );
}
