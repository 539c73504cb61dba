import { couponFields, readCoupon } from "../../../shop/coupons/coupon-form.server.ts";
import { couponToEdit, saveCoupon } from "../../../shop/coupons/edit-coupon.server.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/coupon";

const fields: EditField[] = [
  { name: "description", label: "Description for customers" },
  {
    name: "kind",
    label: "Discount type",
    control: "select",
    options: [
      { value: "percent", label: "Percentage of the order" },
      { value: "flat", label: "An amount in rupees" },
    ],
  },
  { name: "value", label: "Discount", control: "number", hint: "In per cent or rupees, by its type." },
  { name: "minOrder", label: "Minimum order (₹)", control: "number", optional: true },
  { name: "maxDiscount", label: "Maximum discount (₹)", control: "number", optional: true },
  { name: "usageLimit", label: "Total uses allowed", control: "number", optional: true },
  { name: "perUserLimit", label: "Uses allowed per customer", control: "number", optional: true },
  { name: "firstOrderOnly", label: "Only for a first order", control: "check" },
  { name: "validFrom", label: "Starts", control: "time", hint: "Time in India." },
  { name: "validTo", label: "Ends", control: "time", hint: "Time in India." },
  { name: "active", label: "Active", control: "check" },
  {
    name: "listed",
    label: "Offered in the cart and on product pages",
    control: "check",
    hint: "Without it, only those who know the code can use it.",
  },
];
const code: EditField = {
  name: "code",
  label: "Code",
  hint: "It cannot be changed later, because orders refer to it.",
};
const fresh: EditedRecord = { values: { kind: "percent", active: "on" }, version: "" };
const list = "/admin/coupons";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.code === "new") return { record: fresh, usage: null };
  const found = await couponToEdit(context.get(servicesContext), params.code);
  if (!found) throw new Response("No such coupon", { status: 404 });
  return { record: recordOf(found), usage: { used: found.used, takenOff: found.takenOff } };
}

const recordOf = (found: NonNullable<Awaited<ReturnType<typeof couponToEdit>>>): EditedRecord => ({
  values: couponFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "code-taken": { code: "There is already a coupon with this code." },
  "limit-below-used": { usageLimit: "It has already been used more often than that." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const code = params.code === "new" ? null : params.code;
  if (code !== null) fields.set("code", code);
  return saveEdit(fields, {
    read: readCoupon(fields),
    saveAs: (coupon, version) => saveCoupon(services, { actor, code, version, coupon }),
    refusals,
    now: async () => {
      const found = await couponToEdit(services, params.code);
      return found && recordOf(found);
    },
    saved: [list, "couponSaved"],
  });
}

export default function Coupon({ loaderData, actionData, params }: Route.ComponentProps) {
  const isNew = params.code === "new";
  const { record, usage } = loaderData;
  const title = isNew ? "New coupon" : params.code;
  return (
    <>
      <ScreenHead
        title={title}
        text={usage && `Used ${plural(usage.used, "time")}; ${rupees(usage.takenOff)} taken off in all.`}
        back={{ to: list, label: "Coupons" }}
      />
      <EditForm
        label={title}
        fields={isNew ? [code, ...fields] : fields}
        record={record}
        answer={useLastAnswer(actionData)}
        button="Save coupon"
        cancelTo={list}
      />
    </>
  );
}
