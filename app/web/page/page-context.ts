import { createContext } from "react";

/** What only the server knows while it writes a page: the nonce of its scripts and styles, and the sheet itself. */
export const PageContext = createContext<{ nonce: string | undefined; styles: string | undefined }>({
  nonce: undefined,
  styles: undefined,
});
