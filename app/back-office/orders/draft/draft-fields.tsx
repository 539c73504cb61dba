import { rupees, rupeesExact, rupeesField } from "../../../../shop/money.ts";
import { channelLabels, orderChannels } from "../../../../shop/orders/orders.ts";
import { BusinessFields } from "../../../parts/address/business-fields.tsx";
import { PlaceFields, RecipientFields } from "../../../parts/address/delivery-fields.tsx";
import { Totals } from "../../../parts/orders/totals.tsx";
import { Field, FieldError, Select, TextArea } from "../../../ui/forms/field.tsx";
import { useFormField } from "../../../ui/forms/form-context.ts";
import { useMay } from "../../parts/may.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import type { Route } from "../+types/draft";
import { linkHourChoices, outsideWayChoices } from "../by-hand.tsx";
import { FindCustomer, FindItem } from "./find-fields.tsx";

type Loaded = Route.ComponentProps["loaderData"];

/** Whom the order is for: an account that is searched for, or an email; and how they ordered. */
export function DraftCustomer({ customers, asked, content, hasAccount }: Loaded) {
  return (
    <Panel title="Customer">
      <div className="stack">
        <FindCustomer value={asked.customer} found={customers} />
        {hasAccount && (
          <p className="flex flex-wrap items-center gap-2">
            This order will belong to the chosen account.
            <button type="submit" className="btn btn-secondary" name="intent" value="forget">
              Another customer
            </button>
          </p>
        )}
        <Field
          label="Email"
          name="email"
          type="email"
          defaultValue={content.email}
          maxLength={254}
          autoComplete="off"
          optional
          hint="With it the order is in their account, which is made if there is none."
        />
        <Select
          label="Channel"
          name="channel"
          defaultValue={content.channel}
          choices={orderChannels
            .filter((one) => one !== "web")
            .map((one) => ({ value: one, label: channelLabels[one] }))}
        />
      </div>
    </Panel>
  );
}

/** The items with units and prices, the search for more, discount and delivery fee. */
export function DraftItems({ variants, asked, content, discount, quote, fee }: Loaded) {
  const mayPrice = useMay()("prices.edit");
  const most = content.discount?.max;
  return (
    <Panel title="Items">
      <div className="stack">
        {quote.lines.length > 0 && (
          <ul className="rows">
            {quote.lines.map((line) => (
              <Line
                key={line.variantId}
                line={line}
                unit={content.lines.find(({ variantId }) => variantId === line.variantId)?.unit ?? null}
                mayPrice={mayPrice}
              />
            ))}
          </ul>
        )}
        <FindItem value={asked.product} found={variants} />
        {mayPrice ? (
          <div className="stack two-fields">
            <Field
              label="Discount"
              name="discount"
              defaultValue={discount}
              maxLength={12}
              autoComplete="off"
              optional
              hint={
                typeof most === "number"
                  ? `At most ${rupeesExact(most)}, as it was ordered. Another one replaces it.`
                  : "In rupees, such as 100, or 10%."
              }
            />
            <Field
              label="Reason of the discount"
              name="discountReason"
              defaultValue={content.discountReason}
              maxLength={200}
              autoComplete="off"
              optional
              hint="Only staff read it."
            />
            <Field
              label="Delivery fee"
              name="shipping"
              defaultValue={content.shipping === null ? "" : rupeesField(content.shipping)}
              placeholder={rupeesField(fee)}
              inputMode="decimal"
              maxLength={12}
              autoComplete="off"
              optional
              hint={`In rupees. Empty: ${fee === 0 ? "free" : rupees(fee)}, as in the shop.`}
            />
          </div>
        ) : (
          <>
            <input type="hidden" name="discount" value={discount} />
            <input type="hidden" name="discountReason" value={content.discountReason} />
            <input
              type="hidden"
              name="shipping"
              value={content.shipping === null ? "" : rupeesField(content.shipping)}
            />
          </>
        )}
        <Totals order={{ ...quote, couponCode: null, refunded: 0 }} />
      </div>
    </Panel>
  );
}

function Line({
  line,
  unit,
  mayPrice,
}: {
  line: Loaded["quote"]["lines"][number];
  unit: number | null;
  mayPrice: boolean;
}) {
  const { variantId, name, size, colour, sku, asked, quantity, short, usual, belowCost, total } = line;
  const what = [name, colour, size].filter(Boolean).join(", ");
  const units = useFormField(`quantity-${variantId}`);
  const price = useFormField(`unit-${variantId}`);
  const own = unit === null ? "" : rupeesField(unit);
  return (
    <li className="flex-wrap py-2">
      <span className="grow wrap-anywhere">
        {name}
        <small>{[colour, size && `Size ${size}`, sku].filter(Boolean).join(" · ")}</small>
        {short && (
          <small className="field-error">{quantity === 0 ? "Sold out" : `Only ${quantity} left`}</small>
        )}
        {belowCost && <small className="field-error">Below what it costs the shop</small>}
        <FieldError id={`q-${variantId}`} error={units.error} />
        <FieldError id={`u-${variantId}`} error={price.error} />
      </span>
      <label className="grid text-small">
        Quantity
        <input
          className="input draft-number"
          name={`quantity-${variantId}`}
          defaultValue={units.typed ?? asked}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          aria-label={`Quantity of ${what}`}
          aria-invalid={units.error ? true : undefined}
          aria-describedby={units.error ? `q-${variantId}` : undefined}
        />
      </label>
      {mayPrice ? (
        <label className="grid text-small">
          Price (₹)
          <input
            className="input draft-number"
            name={`unit-${variantId}`}
            defaultValue={price.typed ?? own}
            placeholder={rupeesField(usual)}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            aria-label={`Price of ${what}, in rupees`}
            aria-invalid={price.error ? true : undefined}
            aria-describedby={price.error ? `u-${variantId}` : undefined}
          />
        </label>
      ) : (
        <input type="hidden" name={`unit-${variantId}`} value={own} />
      )}
      <b className="num whitespace-nowrap">{rupeesExact(total)}</b>
      <button
        type="submit"
        className="btn btn-secondary"
        name="intent"
        value={`remove:${variantId}`}
        aria-label={`Remove ${what}`}
      >
        Remove
      </button>
    </li>
  );
}

/** Where it goes, and whom the invoice is made out to. */
export function DraftAddress({ content, business }: Loaded) {
  return (
    <Panel title="Delivery address">
      <div className="stack">
        <RecipientFields known={content} nameLabel="Name" />
        <PlaceFields
          known={content}
          labels={{ line1: "House no. and street", line2: "Area, landmark", pin: "PIN code" }}
        />
        {business && <BusinessFields known={content} question="For a business? Add its GSTIN" />}
      </div>
    </Panel>
  );
}

/** How it is paid. */
export function DraftPayment({ content, hasLinks, noCash }: Loaded) {
  return (
    <Panel title="Payment">
      <div className="stack">
        <Select
          label="Paid"
          name="payment"
          defaultValue={content.payment}
          choices={[
            { value: "cod", label: "On delivery" },
            { value: "outside", label: "Already, outside the shop" },
            ...(hasLinks ? [{ value: "link", label: "Online, by a link" }] : []),
          ]}
          hint={noCash ? "At the checkout this order could not be paid on delivery (Settings)." : undefined}
        />
        <Select
          label="How it was paid, if already paid"
          name="outsideWay"
          defaultValue={content.outsideWay}
          choices={outsideWayChoices}
        />
        <Field
          label="Reference"
          name="outsideReference"
          defaultValue={content.outsideReference}
          maxLength={100}
          autoComplete="off"
          optional
          hint="UTR or slip number of what was paid."
        />
        {hasLinks && (
          <Select
            label="Link to pay works for"
            name="linkHours"
            defaultValue={String(content.linkHours)}
            choices={linkHourChoices}
            hint="The items are reserved until then."
          />
        )}
      </div>
    </Panel>
  );
}

/** What the customer reads, and what only staff do. */
export function DraftWords({ content }: Loaded) {
  return (
    <Panel title="Notes">
      <div className="stack">
        <TextArea
          label="Note to the customer"
          name="note"
          defaultValue={content.note}
          rows={2}
          maxLength={500}
          optional
          hint="They read it with their order."
        />
        <TextArea
          label="Comment for staff"
          name="comment"
          defaultValue={content.comment}
          rows={2}
          maxLength={500}
          optional
          hint="The customer never sees it."
        />
        <Field
          label="Tags"
          name="tags"
          defaultValue={content.tags.join(", ")}
          maxLength={300}
          autoComplete="off"
          optional
          hint="With commas between them."
        />
      </div>
    </Panel>
  );
}
