import { createContext } from "react";

/** What exists during server rendering only: the nonce of this response's inline scripts. */
export const PageContext = createContext<{ nonce: string | undefined }>({ nonce: undefined });
