import { DatabaseError } from "pg";

/** The error of a query, without addresses: the health page shows it. */
export type Answered = { kind: "unreachable" | "refuses"; answer: string };

/** SQLSTATE classes and codes of a server that is unreachable, stops, starts, or has no connection left. */
const away = /^(08|53|57P)/;
/** Queries that the standby cancels because of a replay conflict, also with a replayed lock. */
const conflict = /^(40001|40P01|55P03)$/;
/**
 * Errors that the primary would give as well: data exceptions (22), a write by mistake (25006), a statement timeout
 * (57014).
 */
const sameOnPrimary = /^(22|25006|57014)/;

/** In: the thrown error. Out: whether a server answered at all, and its message or the system's error code. */
export function answerOf(error: unknown): Answered {
  if (error instanceof DatabaseError)
    return { kind: away.test(error.code ?? "") ? "unreachable" : "refuses", answer: error.message };
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return { kind: "unreachable", answer: error.code };
  return { kind: "unreachable", answer: error instanceof Error ? error.message : String(error) };
}

/**
 * What follows from a failed read on the standby. "throw": nothing. "ask-primary": the read is repeated on the primary.
 * "leave": also, the standby is left out at once. "leave-if-answered": left out when the primary can answer it.
 */
export function consequenceOf(error: unknown): "throw" | "ask-primary" | "leave" | "leave-if-answered" {
  // A parameter that cannot be sent; errors of a broken connection are of neither type.
  if (error instanceof TypeError || error instanceof RangeError) return "throw";
  if (!(error instanceof DatabaseError)) return "leave";
  const code = error.code ?? "";
  if (sameOnPrimary.test(code)) return "throw";
  if (conflict.test(code)) return "ask-primary";
  return away.test(code) ? "leave" : "leave-if-answered";
}
