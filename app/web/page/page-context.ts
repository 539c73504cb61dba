import { createContext } from "react";
import type { PageFragments } from "./fragments.server.ts";

/** The style sheet of a page: its text, or the address of the file. */
export type Styles = { text: string } | { href: string };

/** Values that exist during server rendering only: the CSP nonce, the style sheet, and the cached parts of the page. */
export const PageContext = createContext<{
  nonce: string | undefined;
  styles: Styles | undefined;
  fragments?: PageFragments;
}>({
  nonce: undefined,
  styles: undefined,
});
