import { href, redirect } from "react-router";
import { courierLabel } from "../../../shop/order-management/booked-parcels.server.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/courier-label";

/** Leads to the label of a booked parcel: the courier's PDF, or the shop's own label with the AWB. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const label = await courierLabel(context.get(servicesContext), params.id, params.booking);
  if (!label.ok)
    return redirectWithToast(href("/admin/orders/:id", { id: params.id }), "courierLabelMissing");
  return redirect(label.value ?? `${href("/admin/orders/print")}?id=${params.id}&kind=labels`, 303);
}
