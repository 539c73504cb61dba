import { createContext } from "react";

/** Values that exist during server rendering only: the CSP nonce and the stylesheet. */
export const PageContext = createContext<{ nonce: string | undefined; styles: string | undefined }>({
  nonce: undefined,
  styles: undefined,
});
