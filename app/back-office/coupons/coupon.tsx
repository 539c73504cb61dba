import { useCallback } from "react";
import { couponFields, readCoupon } from "../../../shop/coupons/coupon-form.server.ts";
import { couponInWords } from "../../../shop/coupons/coupon-words.ts";
import { couponToEdit, saveCoupon } from "../../../shop/coupons/edit-coupon.server.ts";
import { timeField } from "../../../shop/dates.ts";
import { plural, rupees } from "../../../shop/money.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { FieldTexts } from "../../ui/forms/form-context.ts";
import type { EditCard, EditedRecord, EditField } from "../parts/edit-form.tsx";
import { InWords } from "../parts/in-words.tsx";
import { recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import type { Route } from "./+types/coupon";

const code: EditField = {
  name: "code",
  label: "Code",
  hint: "It cannot be changed later, because orders refer to it.",
  isShort: true,
};
const amount = (name: string, label: string, hint?: string): EditField => ({
  name,
  label,
  hint,
  control: "number",
  isShort: true,
  optional: true,
});

const cardsOf = (isNew: boolean): EditCard[] => [
  {
    id: "words",
    title: "What customers read",
    text: "In the cart and at the checkout, with the discount.",
    fields: [...(isNew ? [code] : []), { name: "description", label: "Description for customers" }],
  },
  {
    id: "discount",
    title: "Discount",
    text: "Taken off the items of an order, not off the delivery fee.",
    fields: [
      {
        name: "kind",
        label: "Discount type",
        control: "select",
        row: "discount",
        options: [
          { value: "percent", label: "Percentage of the order" },
          { value: "flat", label: "An amount in rupees" },
        ],
      },
      {
        name: "value",
        label: "Discount",
        control: "number",
        row: "discount",
        isShort: true,
        hint: "In per cent or rupees, by its type.",
      },
      { ...amount("minOrder", "Minimum order (₹)"), row: "limits" },
      { ...amount("maxDiscount", "Maximum discount (₹)"), row: "limits" },
    ],
  },
  {
    id: "who",
    title: "Who can use it",
    text: "Empty for no limit.",
    fields: [
      { ...amount("usageLimit", "Total uses allowed"), row: "uses" },
      { ...amount("perUserLimit", "Uses allowed per customer"), row: "uses" },
      { name: "firstOrderOnly", label: "Only for a first order", control: "check" },
      {
        name: "listed",
        label: "Offered in the cart and on product pages",
        control: "check",
        hint: "Without it, only those who know the code can use it.",
      },
    ],
  },
  {
    id: "when",
    title: "When",
    text: "Time in India (IST).",
    fields: [
      { name: "validFrom", label: "Starts", control: "time", row: "when" },
      { name: "validTo", label: "Ends", control: "time", row: "when" },
      { name: "active", label: "Active", control: "check" },
    ],
  },
];
const list = "/admin/coupons";

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const now = services.clock.now();
  const fresh: FieldTexts = { kind: "percent", active: "on", validFrom: timeField(now) };
  const found = await recordAt(params.code, (code) => couponToEdit(services, code));
  if (!found) return { record: { values: fresh, version: "" }, usage: null, now };
  return { record: recordOf(found), usage: { used: found.used, takenOff: found.takenOff }, now };
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
  const code = recordKey(params.code);
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
  const { record, usage, now } = loaderData;
  const title = isNew ? "New coupon" : params.code;
  const answer = useLastAnswer(actionData);
  return (
    <RecordScreen
      title={title}
      text={usage && `Used ${plural(usage.used, "time")}; ${rupees(usage.takenOff)} taken off in all.`}
      back={{ to: list, label: "Coupons" }}
      cards={cardsOf(isNew)}
      aside={<Sentences values={answer?.typed ?? record.values} now={now} isNew={isNew} />}
      record={record}
      answer={answer}
      button="Save coupon"
    />
  );
}

function Sentences({ values, now, isNew }: { values: FieldTexts; now: Date; isNew: boolean }) {
  const say = useCallback(
    (fields: ReadonlyMap<string, string>) => couponInWords(fields, { now, isNew }),
    [now, isNew],
  );
  return <InWords words={say(new Map(Object.entries(values)))} say={say} />;
}
