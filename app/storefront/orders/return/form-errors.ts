/** Errors by field, and the typed values. */
export type ReturnFormErrors = { errors: Record<string, string>; typed: Record<string, string> };
