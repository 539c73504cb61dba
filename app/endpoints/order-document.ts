import { can } from "../../shop/access/actor.ts";
import { documentLogo } from "../../shop/brand/brand-picture.server.ts";
import { fileName } from "../../shop/invoices/document.ts";
import { drawPdf } from "../../shop/invoices/draw-pdf.server.ts";
import { numberedDocument, orderDocument } from "../../shop/invoices/order-document.server.ts";
import { documentSignature } from "../../shop/invoices/signature.server.ts";
import { orderOf } from "../../shop/orders/read-orders.server.ts";
import { actingStaff } from "../http/access/acting-staff.ts";
import { userOf } from "../http/guards.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/order-document";

/**
 * GET /orders/<id>/document.pdf: the tax invoice or receipt of an order. GET /orders/<id>/documents/<number>.pdf: any
 * of its numbered documents, credit notes included. For its customer and staff; 404 for everybody else.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = userOf(context);
  const own = await orderOf(services, params.id, viewer.id);
  const order = own ?? (can(actingStaff(viewer), "orders.view") ? await orderOf(services, params.id) : null);
  if (!order) return notFound();
  const [, slug = ""] = /^(.+)\.pdf$/.exec(params.file ?? "") ?? [];
  const document =
    params.file === undefined
      ? await orderDocument(services, order)
      : await numberedDocument(services, order.id, slug);
  if (!document || document.orderId !== order.id) return notFound();
  const [logo, signature] = await Promise.all([
    documentLogo(services),
    documentSignature(services, document),
  ]);
  return new Response(await drawPdf(document, { logo, signature }), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${fileName(document)}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function notFound(): Response {
  return new Response("Not found", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
