/** Why a form was not done: what is wrong with each field, and what was typed, so that nothing is lost. */
export type ReturnFormErrors = { errors: Record<string, string>; typed: Record<string, string> };
