import { createContext, useContext, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** The list from which a product was opened: address with filters, and name. */
export type OriginatingList = { to: string; name: string };

const OriginatingListContext = createContext<OriginatingList | null>(null);

/** Provides the originating list to the cards inside. */
export const OriginatingListProvider = OriginatingListContext;

/** Router state for a card's link. */
export function useListLinkState(): OriginatingList | null {
  return useContext(OriginatingListContext);
}

/** The list from which this page was opened; null for direct visits and before hydration. */
export function useOriginatingList(): OriginatingList | null {
  const { state } = useLocation();
  const [way, setWay] = useState<OriginatingList | null>(null);
  useEffect(() => setWay(readOriginatingList(state)), [state]);
  return way;
}

function readOriginatingList(state: unknown): OriginatingList | null {
  if (typeof state !== "object" || state === null || !("to" in state) || !("name" in state)) return null;
  const { to, name } = state;
  return typeof to === "string" && to.startsWith("/") && typeof name === "string" ? { to, name } : null;
}
