import { auditCsv } from "../../../shop/audit/read-audit.server.ts";
import { csvDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";
import { auditFileName, readAuditQuery } from "./audit-address.ts";

/** Streams the filtered audit log as CSV, so a long log needs little memory. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = readAuditQuery(new URL(request.url).searchParams);
  return csvDownload(auditFileName(services.clock.now()), auditCsv(services, query));
}
