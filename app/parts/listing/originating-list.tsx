import { createContext, useContext, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** The list that a product was opened from: its address with filters, and its name. */
export type OriginatingList = { to: string; name: string };

const OriginatingListContext = createContext<OriginatingList | null>(null);

/** Puts the name of a list around its cards, so that their links know the way. */
export const OriginatingListProvider = OriginatingListContext;

/** The state that a card's link carries. */
export function useListLinkState(): OriginatingList | null {
  return useContext(OriginatingListContext);
}

/** The list that this page was opened from; null for who came otherwise, and until scripts run. */
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
