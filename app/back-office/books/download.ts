import { registerCsv, returnCsv, returnFileName, taxReturn } from "../../../shop/books/books.server.ts";
import { documentArchive } from "../../../shop/books/document-archive.server.ts";
import { orderCostsCsv } from "../../../shop/books/order-costs.server.ts";
import { readPeriod } from "../../../shop/books/period.ts";
import { type Register, registers } from "../../../shop/books/registers.ts";
import { settlementCsv } from "../../../shop/books/settlement-list.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { csvDownload, fileDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/download";
import { settlementFilter } from "./settlement-filter.ts";

/**
 * GET /admin/books/download?period=2026-11&what=...: a register as CSV, "costs" of orders, "pdfs" as a ZIP, "gstr1" as
 * JSON, or one of its tables as CSV. `digits`: of HSN codes in the return. what=settlements with the filters of that
 * screen needs no period.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const period = readPeriod(asked.get("period"));
  const what = asked.get("what") ?? "";
  if (what === "settlements")
    return csvDownload(
      "settlements.csv",
      settlementCsv(services, settlementFilter(Object.fromEntries(asked), services.clock.now())),
    );
  if (!period) return notFound();
  if (isRegister(what)) return csvDownload(`${what}-${period.key}.csv`, registerCsv(services, period, what));
  if (what === "costs")
    return csvDownload(`costs-${period.key}.csv`, orderCostsCsv(services, staffOf(context), period));
  if (what === "pdfs")
    return fileDownload(`documents-${period.key}.zip`, "application/zip", documentArchive(services, period));
  const made = await taxReturn(services, period, asked.get("digits") === "6" ? 6 : 4);
  if (!made) return notFound();
  const { gstr1 } = made;
  if (what === "gstr1")
    return fileDownload(
      returnFileName(gstr1, services.clock.now()),
      "application/json",
      JSON.stringify(gstr1),
    );
  const table = returnCsv(gstr1, what);
  return table === null ? notFound() : csvDownload(`gstr1-${what}-${period.key}.csv`, table);
}

const isRegister = (name: string): name is Register => Object.hasOwn(registers, name);

function notFound(): Response {
  return new Response("There is no such file.", { status: 404 });
}
