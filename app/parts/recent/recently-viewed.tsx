import { type ComponentType, useEffect, useState } from "react";

/** Loaded after the page with its pictures. */
const late = 1_500;

/** Recently viewed products from the browser's storage. Nothing without scripts. `current`: the displayed product. */
export function RecentlyViewed({ current }: { current?: string }) {
  const [Row, setRow] = useState<ComponentType<{ current?: string | undefined }>>();
  useEffect(() => {
    const load = () => import("./recent-row.tsx").then((row) => setRow(() => row.default), Boolean);
    const timer = setTimeout(load, late);
    return () => clearTimeout(timer);
  }, []);
  return Row ? <Row key={current} current={current} /> : null;
}
