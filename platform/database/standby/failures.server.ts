import { DatabaseError } from "pg";

/** What came instead of an answer, without addresses: the health page shows it. */
export type Answered = { kind: "unreachable" | "refuses"; answer: string };

/** SQLSTATE classes and codes of a server that is away, stops, starts, or has no connection left. */
const away = /^(08|53|57P)/;
/** What the standby cancels so that it can go on replaying, and a lock that is replayed. */
const conflict = /^(40001|40P01|55P03)$/;
/**
 * What the primary would say as well: data that cannot be read (22), a write by mistake (25006), a statement that took
 * too long (57014).
 */
const sameOnPrimary = /^(22|25006|57014)/;

/** In: what was thrown instead of an answer. Out: whether a server answered at all, and its words or the system's code. */
export function answerOf(error: unknown): Answered {
  if (error instanceof DatabaseError)
    return { kind: away.test(error.code ?? "") ? "unreachable" : "refuses", answer: error.message };
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return { kind: "unreachable", answer: error.code };
  return { kind: "unreachable", answer: error instanceof Error ? error.message : String(error) };
}

/**
 * What follows from a read that failed on the standby. "throw": nothing. "ask-primary": the primary is asked.
 * "leave": the standby is left out at once, and the primary asked. "leave-if-answered": left out when the primary can
 * answer it.
 */
export function consequenceOf(error: unknown): "throw" | "ask-primary" | "leave" | "leave-if-answered" {
  // A parameter that cannot be sent; what a connection says when it breaks is neither.
  if (error instanceof TypeError || error instanceof RangeError) return "throw";
  if (!(error instanceof DatabaseError)) return "leave";
  const code = error.code ?? "";
  if (sameOnPrimary.test(code)) return "throw";
  if (conflict.test(code)) return "ask-primary";
  return away.test(code) ? "leave" : "leave-if-answered";
}
