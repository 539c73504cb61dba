import { createContext } from "react-router";
import type { FormFields } from "../../../shop/text/read-form.ts";

/** The fields of the form that this request sent, once they are read: shown again when handling it fails. */
export const sentFieldsContext = createContext<FormFields | null>(null);
