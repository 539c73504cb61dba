import { data, redirect, useLocation } from "react-router";
import { couponFields, readCoupon } from "../../../shop/coupons/coupon-form.server.ts";
import { couponToEdit, saveCoupon } from "../../../shop/coupons/edit-coupon.server.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { messages } from "../../parts/messages/messages.ts";
import { servicesContext } from "../../services-context.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { type Edit, type EditField, EditForm } from "../parts/edit-form.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/coupon";

const fields: EditField[] = [
  { name: "description", label: "Description for customers" },
  {
    name: "kind",
    label: "Kind",
    control: "select",
    options: [
      { value: "percent", label: "Percent of the order" },
      { value: "flat", label: "An amount in rupees" },
    ],
  },
  { name: "value", label: "How much", control: "number", hint: "Percent, or rupees." },
  { name: "minOrder", label: "Minimum order (₹)", control: "number", optional: true },
  { name: "maxDiscount", label: "Maximum discount (₹)", control: "number", optional: true },
  { name: "usageLimit", label: "Total uses allowed", control: "number", optional: true },
  { name: "perUserLimit", label: "Uses allowed per customer", control: "number", optional: true },
  { name: "firstOrderOnly", label: "Only for a first order", control: "check" },
  { name: "validFrom", label: "Begins", control: "time", hint: "Time in India." },
  { name: "validTo", label: "Ends", control: "time", hint: "Time in India." },
  { name: "active", label: "Switched on", control: "check" },
];
const code: EditField = {
  name: "code",
  label: "Code",
  hint: "It cannot be changed later, because orders refer to it.",
};
const fresh = { kind: "percent", active: "on" };

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.code === "new") return { edit: { values: fresh, version: "" } satisfies Edit, usage: null };
  const found = await couponToEdit(context.get(servicesContext), params.code);
  if (!found) throw new Response("No such coupon", { status: 404 });
  const edit: Edit = { values: couponFields(found), version: String(found.version) };
  return { edit, usage: { used: found.used, takenOff: found.takenOff } };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const existing = params.code === "new" ? null : params.code;
  if (existing !== null) sent.set("code", existing);
  const version = sent.get("version") ?? "";
  const values = Object.fromEntries([code, ...fields].map(({ name }) => [name, sent.get(name) ?? ""]));
  const wrong = (errors: Record<string, string>) =>
    data({ edit: { values, version, errors } satisfies Edit, toast: messages.formWrong }, 400);
  const read = readCoupon(sent);
  if (!read.ok) return wrong(read.errors);
  const saved = await saveCoupon(services, { actor, code: existing, version, coupon: read.coupon });
  if (saved.ok) {
    return redirect("/admin/coupons", { status: 303, headers: { "Set-Cookie": flashCookie("couponSaved") } });
  }
  if (saved.refused === "code-taken") return wrong({ code: "There is already a coupon with this code." });
  if (saved.refused === "limit-below-used")
    return wrong({ usageLimit: "It has already been used more often than that." });
  const now = await couponToEdit(services, params.code);
  if (!now) throw new Response("No such coupon", { status: 404 });
  const edit: Edit = { values, version: String(now.version), theirs: couponFields(now) };
  return data({ edit, toast: messages.changedMeanwhile }, 409);
}

export default function Coupon({ loaderData, actionData, params }: Route.ComponentProps) {
  const isNew = params.code === "new";
  const { usage } = loaderData;
  const title = isNew ? "New coupon" : params.code;
  return (
    <>
      <ScreenHead
        title={title}
        text={usage && `Used ${plural(usage.used, "time")}; ${rupees(usage.takenOff)} taken off in all.`}
        back={{ to: "/admin/coupons", label: "Coupons" }}
      />
      <EditForm
        key={useLocation().key}
        label={title}
        fields={isNew ? [code, ...fields] : fields}
        edit={actionData?.edit ?? loaderData.edit}
        toast={actionData?.toast}
        button="Save coupon"
        cancelTo="/admin/coupons"
      />
    </>
  );
}
