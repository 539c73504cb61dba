import { createContext } from "react";

/** The answer's script nonce on the server; undefined in the browser, where it is no longer needed. */
export const NonceContext = createContext<string | undefined>(undefined);
