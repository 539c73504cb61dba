import { createContext } from "react";
import type { PageFragments } from "./fragments.server.ts";

/** Values that exist during server rendering only: the CSP nonce, the stylesheet, and the cached parts of the page. */
export const PageContext = createContext<{
  nonce: string | undefined;
  styles: string | undefined;
  fragments?: PageFragments;
}>({
  nonce: undefined,
  styles: undefined,
});
