import { Printer } from "lucide";
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { data, href, Link, useNavigation } from "react-router";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { configuredCouriers } from "../../../shop/order-management/booked-parcels.server.ts";
import { amountToCollect, canShip, ordersToShip } from "../../../shop/order-management/parcels.server.ts";
import { transitionPrompt } from "../../../shop/orders/order-steps.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { StatusBadge } from "../../parts/orders/badges.tsx";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { type Choice, ChoiceOptions, FieldError, Select, TextArea } from "../../ui/forms/field.tsx";
import { useFormField } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { promptWords } from "../parts/lists/status-words.ts";
import { EmptyScreen, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/ship";
import { handleShipForm, type ShipQuestion } from "./ship/ship-form.server.ts";

/** The chosen orders, ?id=...&id=..., to be sent together: each with its AWB. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const ids = new URL(request.url).searchParams.getAll("id");
  const [orders, { couriers }] = await Promise.all([ordersToShip(services, ids), shopSettings(services)]);
  return {
    apis: configuredCouriers(services),
    couriers: couriers.map(({ name }) => name),
    rows: orders.map((order) => ({
      ...order,
      waits: canShip(order),
      collect: amountToCollect(order),
      prompt: canShip(order) ? transitionPrompt(order, "shipped") : null,
    })),
    unknown: new Set(ids).size - orders.length,
  };
}

type ShipRow = Awaited<ReturnType<typeof loader>>["rows"][number];

export async function action({ request, context }: Route.ActionArgs) {
  const ids = new URL(request.url).searchParams.getAll("id");
  const answer = await handleShipForm(context.get(servicesContext), staffOf(context), ids, {
    request,
    context,
  });
  if (answer instanceof Response) return answer;
  return data(answer, { status: answer.ok ? 200 : 400 });
}

export default function Ship({
  loaderData: { rows, couriers, apis, unknown },
  actionData,
}: Route.ComponentProps) {
  useToast(actionData?.toast);
  const answer = useLastAnswer(actionData);
  const waiting = rows.filter(({ waits }) => waits);
  const ids = new URLSearchParams(rows.map(({ id }) => ["id", id]));
  if (rows.length === 0)
    return (
      <EmptyScreen
        title="No orders found"
        text="Choose some in the list first."
        link={{ to: href("/admin/orders"), label: "Orders" }}
      />
    );
  return (
    <>
      <ScreenHead
        title={waiting.length > 0 ? `Ship ${plural(waiting.length, "order")}` : "Shipped"}
        back={{ to: href("/admin/orders"), label: "Orders" }}
      >
        <Link className="btn btn-secondary" to={`${href("/admin/orders/print")}?${ids}`}>
          <Icon of={Printer} />
          Packing slips
        </Link>
      </ScreenHead>
      {unknown > 0 && (
        <Notice
          tone="warn"
          title={`${plural(unknown, "order")} more`}
          text="They do not exist, or are more than can be sent together. Choose them again afterwards."
        />
      )}
      {answer?.notes && answer.notes.length > 0 && (
        <Notice tone="wrong" title={answer.toast?.title ?? ""} text={answer.toast?.text}>
          <ul>
            {answer.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <AnswerForm answer={answer} checkedBy="none" className="grid gap-4" preventScrollReset>
        {/* One order has its AWB and courier in its row alone. */}
        {waiting.length > 1 && <Paste couriers={couriers} answered={JSON.stringify(answer?.typed)} />}
        {waiting.length > 0 && apis.length > 0 && <BookAll apis={apis} />}
        {/* A new answer fills the table: its fields begin with what it says. */}
        <Grid
          key={JSON.stringify(answer?.typed)}
          rows={rows}
          couriers={couriers}
          isAlone={waiting.length === 1}
        />
        {waiting.length > 0 && <Send question={answer?.question} count={waiting.length} />}
      </AnswerForm>
    </>
  );
}

const courierChoices = (first: string, couriers: readonly string[]): Choice[] => [
  { value: "", label: first },
  ...couriers.map((name) => ({ value: name, label: name })),
];

/** What concerns all rows: their courier, and a text that fills the table. */
function Paste({ couriers, answered }: { couriers: string[]; answered: string | undefined }) {
  return (
    <section className="panel ship-paste grid gap-4 p-4" aria-label="For all orders">
      {couriers.length > 0 && (
        <Select
          key={answered}
          label="Courier"
          name="courier"
          defaultValue={couriers.length === 1 ? couriers[0] : ""}
          choices={courierChoices("Choose a courier", couriers)}
        />
      )}
      <div className="grid gap-2 justify-items-start">
        <TextArea
          key={answered}
          label="AWBs to fill in"
          name="pasted"
          rows={2}
          optional
          spellCheck={false}
          hint="A column, one AWB per line in the order of the table, a blank line for none; or lines with order, AWB, courier."
        />
        <button type="submit" className="btn btn-secondary" name="intent" value="fill">
          Fill the table
        </button>
      </div>
    </section>
  );
}

/** Books all rows without an AWB through a courier's API. */
function BookAll({ apis }: { apis: ReturnType<typeof configuredCouriers> }) {
  const asked = useNavigation().formData?.get("intent");
  const isAsked = asked === "book" || asked === "pickup";
  // A disabled button would lose the focus.
  const once = {
    "aria-disabled": isAsked || undefined,
    onClick: (event: MouseEvent) => isAsked && event.preventDefault(),
  };
  return (
    <section className="panel flex flex-wrap items-end gap-3 p-4" aria-label="Book with a courier">
      <Select
        label="Book all without an AWB with"
        name="api"
        choices={apis.map(({ key, name, mode }) => ({
          value: key,
          label: mode === "untried" ? `${name} (not tried with the real service)` : name,
        }))}
      />
      <button type="submit" className="btn btn-secondary" name="intent" value="book" {...once}>
        {asked === "book" ? "Booking..." : "Book"}
      </button>
      <button type="submit" className="btn btn-secondary" name="intent" value="pickup" {...once}>
        {asked === "pickup" ? "Asking..." : "Ask for pickup"}
      </button>
    </section>
  );
}

/**
 * One row per order. Lines that are pasted into an AWB fill the rows from there on; a heading, several columns or more
 * lines than rows go to the text area, whose answer says what does not fit. Enter, which scanners of bar codes
 * send after each, leads to the next.
 */
function Grid({ rows, couriers, isAlone }: { rows: ShipRow[]; couriers: string[]; isAlone: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const awbFields = () => [...(body.current?.querySelectorAll<HTMLInputElement>("[data-awb]") ?? [])];
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const fields = awbFields();
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text").trimEnd();
    const lines = text.split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const fields = awbFields();
    const from = fields.indexOf(event.currentTarget);
    const hasColumns = /[\t,;]/.test(text);
    if (from + lines.length > fields.length || hasColumns || /^[^\d]+$/.test(lines[0] ?? ""))
      return fill(event.currentTarget, hasColumns ? text : "\n".repeat(from) + text);
    for (const [at, line] of lines.entries()) {
      const field = fields[from + at];
      if (field) field.value = line.trim();
    }
  };
  return (
    <section className="panel list" aria-label="Orders to ship">
      <div className="list-scroll">
        <table className="list-table ship-table">
          <caption className="sr-only">Orders to ship</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Order</th>
              <th scope="col">Customer</th>
              <th scope="col" className="number">
                Collect
              </th>
              <th scope="col">AWB</th>
              <th scope="col">Courier</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <td className="num">{at + 1}</td>
                <td>
                  <Link className="link num" to={href("/admin/orders/:id", { id: row.id })}>
                    {shortId(row.id)}
                  </Link>
                </td>
                <td className="main">
                  {row.name || "Guest User"}
                  <small>{row.city}</small>
                  {row.unconfirmed && <small>Customer has not confirmed</small>}
                </td>
                <td className="number" data-label="Collect">
                  {row.collect > 0 ? rupeesExact(row.collect) : "Nothing"}
                </td>
                {row.waits ? (
                  <Parcel row={row} couriers={couriers} isAlone={isAlone} onPaste={paste} onKeyDown={leave} />
                ) : (
                  <>
                    <td className="num wrap-anywhere">{row.trackingNumber ?? "No AWB"}</td>
                    <td>
                      <StatusBadge status={row.status} /> {row.courier}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Has the form read a pasted text. A row that is alone has no text area: it shows what was pasted. */
function fill(field: HTMLInputElement, text: string) {
  const { form } = field;
  const area = form?.elements.namedItem("pasted");
  const button = form?.querySelector<HTMLButtonElement>("button[value=fill]");
  if (area instanceof HTMLTextAreaElement && button) {
    area.value = text;
    form?.requestSubmit(button);
  } else field.value = text.replaceAll(/\s+/g, ", ");
}

function Parcel({
  row,
  couriers,
  isAlone,
  onPaste,
  onKeyDown,
}: {
  row: ShipRow;
  couriers: string[];
  isAlone: boolean;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  const { id, status, prompt, trackingNumber } = row;
  const which = `order ${shortId(id)}`;
  const awb = useCell(`awb-${id}`, `AWB of ${which}`, trackingNumber ?? "");
  const only = isAlone && couriers.length === 1 ? couriers[0] : undefined;
  const courier = useCell(`courier-${id}`, `Courier of ${which}`, row.courier ?? only ?? "");
  const reason = useCell(`reason-${id}`, `Reason for ${which}`, "");
  const reasonHint = `ship-reason-${id}`;
  // A courier that booked it need not be in the list of Settings.
  const own = String(courier.control.defaultValue);
  const known = own === "" || couriers.includes(own) ? couriers : [...couriers, own];
  return (
    <>
      <td className="main">
        <input type="hidden" name={`seen-${id}`} value={status} />
        <input
          {...awb.control}
          className="input"
          data-awb=""
          maxLength={80}
          placeholder="AWB"
          autoComplete="off"
          spellCheck={false}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
        <FieldError {...awb.error} />
      </td>
      <td className="main">
        {couriers.length > 0 && (
          <select {...courier.control} className="input">
            <ChoiceOptions
              choices={courierChoices(isAlone ? "Choose a courier" : "As chosen above", known)}
            />
          </select>
        )}
        <FieldError {...courier.error} />
        {prompt && (
          <>
            <small id={reasonHint}>{promptWords[prompt]}</small>
            <input
              {...reason.control}
              className="input"
              maxLength={500}
              placeholder="Reason"
              aria-describedby={`${reasonHint} ${reason.error.id}`}
            />
            <FieldError {...reason.error} />
          </>
        )}
      </td>
    </>
  );
}

/** A control in a cell, whose column names it for the eye: its name for screen readers, its value and its error. */
function useCell(name: string, label: string, saved: string) {
  const { typed, error } = useFormField(name);
  const id = `${name}-error`;
  return {
    control: {
      name,
      "aria-label": label,
      defaultValue: typed ?? saved,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": error ? id : undefined,
    },
    error: { id, error },
  };
}

/** The button that checks everything, and then what is to be confirmed. */
function Send({ question, count }: { question: ShipQuestion | undefined; count: number }) {
  const { typed } = useFormField("leave");
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again
  useEffect(() => heading.current?.focus(), [question?.confirmed]);
  return (
    <section
      className="panel save-bar flex flex-wrap items-center justify-between gap-3 px-4 py-2"
      aria-label="Send"
    >
      {question ? (
        <div>
          <h2 className="h3" ref={heading} tabIndex={-1}>
            Ship {plural(question.orders, "order")}?
          </h2>
          <p>{question.sentences.join(" ")}</p>
          <input type="hidden" name="confirmed" value={question.confirmed} />
        </div>
      ) : null}
      {count > 1 && (
        <label className="check">
          <input type="checkbox" name="leave" defaultChecked={typed === "on"} />
          <span>Leave orders without an AWB for later</span>
        </label>
      )}
      <button type="submit" className="btn btn-primary" name="intent" value="ship">
        {question ? `Ship ${plural(question.orders, "order")} now` : `Check and ship ${count}`}
      </button>
    </section>
  );
}
