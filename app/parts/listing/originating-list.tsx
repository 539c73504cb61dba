import { createContext, useContext, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** The list that a product was opened from: its address with filters, and its name. */
export type Way = { to: string; name: string };

const WayContext = createContext<Way | null>(null);

/** Puts the name of a list around its cards, so that their links know the way. */
export const WayFrom = WayContext;

/** The state that a card's link carries. */
export function useWay(): Way | null {
  return useContext(WayContext);
}

/** The list that this page was opened from; null for who came otherwise, and until scripts run. */
export function useWayHere(): Way | null {
  const { state } = useLocation();
  const [way, setWay] = useState<Way | null>(null);
  useEffect(() => setWay(readWay(state)), [state]);
  return way;
}

function readWay(state: unknown): Way | null {
  if (typeof state !== "object" || state === null || !("to" in state) || !("name" in state)) return null;
  const { to, name } = state;
  return typeof to === "string" && to.startsWith("/") && typeof name === "string" ? { to, name } : null;
}
