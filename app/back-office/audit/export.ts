import { auditCsv } from "../../../shop/audit/read-audit.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";
import { auditFileName, readAuditQuery } from "./audit-address.ts";

/** Streams the filtered audit log as CSV, so a long log needs little memory. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const rows = auditCsv(services, readAuditQuery(new URL(request.url).searchParams));
  return new Response(streamOf(rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${auditFileName(services.clock.now())}"`,
      "Cache-Control": "no-store",
    },
  });
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(stream) {
      const piece = await pieces.next();
      if (piece.done) stream.close();
      else stream.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
