import { redirect } from "react-router";

/**
 * Leads from an earlier address for good, with the query that was asked for: marks of campaigns go along. Browsers may
 * not keep it: once the address is used again, what they kept would lead in a circle.
 */
export function moved(to: string, search: string): Response {
  return redirect(to + search, { status: 301, headers: { "Cache-Control": "no-cache" } });
}
