import { createContext } from "react";

/** Where a fragment stands in a page that is being rendered: text to show instead of it, or to put around it. */
type FragmentPlace = { instead: string } | { before: string; after: string };

/** The cached fragments of one page: on the server only. */
export type Fragments = {
  place(of: object, variant: string): FragmentPlace;
};

export const FragmentContext = createContext<Fragments | undefined>(undefined);
