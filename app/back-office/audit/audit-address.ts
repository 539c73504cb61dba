import { cutText } from "../../../platform/text/cut-text.ts";
import type { AuditQuery } from "../../../shop/audit/read-audit.server.ts";
import { dayInIndia, readDay } from "../../../shop/dates.ts";

const longest = 100;

/** Reads the filters of the audit log from the address. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const text = (name: string) => cutText((params.get(name) ?? "").trim(), longest);
  return {
    actor: text("admin"),
    action: text("action"),
    kind: text("kind"),
    q: text("q"),
    from: readDay(text("from")) ?? "",
    to: readDay(text("to")) ?? "",
  };
}

/** File name of an export: "audit-2026-11-21.csv". */
export function auditFileName(now: Date): string {
  return `audit-${dayInIndia(now)}.csv`;
}
