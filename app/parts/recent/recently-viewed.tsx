import { type ComponentType, useEffect, useState } from "react";

/** First the page itself, with its pictures. */
const late = 1_500;

/** Products seen before, from this browser's own memory. Without scripts there is none. `current`: the product shown. */
export function RecentlyViewed({ current }: { current?: string }) {
  const [Row, setRow] = useState<ComponentType<{ current?: string | undefined }>>();
  useEffect(() => {
    const load = () => import("./recent-row.tsx").then((row) => setRow(() => row.default), Boolean);
    const timer = setTimeout(load, late);
    return () => clearTimeout(timer);
  }, []);
  return Row ? <Row key={current} current={current} /> : null;
}
