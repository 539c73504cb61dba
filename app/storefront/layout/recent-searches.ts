import { cutText } from "../../../platform/text/cut-text.ts";

const place = "recent-searches";
const remembered = 5;

/** Recent searches in this browser, newest first. Stored only here; stored data may have been tampered with. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === "string").slice(0, remembered)
      : [];
  } catch {
    return [];
  }
}

/** Stores a search. */
export function rememberSearch(text: string): void {
  const typed = cutText(text.trim(), 100);
  if (typed === "") return;
  try {
    const others = recentSearches().filter((other) => other.toLowerCase() !== typed.toLowerCase());
    localStorage.setItem(place, JSON.stringify([typed, ...others].slice(0, remembered)));
  } catch {
    // Storage is unavailable: nothing is stored.
  }
}

/** Deletes them all. */
export function forgetSearches(): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Storage is unavailable: nothing was stored.
  }
}
