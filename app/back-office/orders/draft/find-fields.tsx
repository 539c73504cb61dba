import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import type { findCustomers } from "../../../../shop/customers/find-customers.server.ts";
import type { findVariants } from "../../../../shop/draft-orders/drafts.server.ts";
import { rupees } from "../../../../shop/money.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useEarlyEnter } from "../../parts/use-early-enter.ts";
import { useLatestLoad } from "../../parts/use-latest-load.ts";

type FoundCustomer = Pick<
  Awaited<ReturnType<typeof findCustomers>>[number],
  "id" | "name" | "email" | "phone" | "verifiedPhone"
>;
type FoundVariant = Awaited<ReturnType<typeof findVariants>>[number];

/** What `/admin/orders/find` answers. */
export type DraftFound = { q: string; customers: FoundCustomer[]; variants: FoundVariant[] };

const delayMs = 200;

type Props<Row> = {
  /** What was searched for by the button, and what that found; null when nothing was. */
  value: string;
  found: readonly Row[] | null;
};

/** Accounts as they are typed: name, phone in any form, or email. */
export function FindCustomer({ value, found }: Props<FoundCustomer>) {
  const { search, rows } = useFind("customer", value, found, ({ customers }) => customers);
  return (
    <Find
      {...search}
      label="Find an account"
      hint="Name, phone in any form, or email. Or type the customer below."
      list="Customers found"
      nothing="Nobody found. Type the customer below."
    >
      {rows?.map(({ id, name, email, phone, verifiedPhone }) => (
        <li key={id}>
          <span className="grow wrap-anywhere">
            {name || "Unknown User"}
            <small>{[email, formatMobile(verifiedPhone ?? phone ?? "")].filter(Boolean).join(" · ")}</small>
          </span>
          <button
            type="submit"
            className="btn btn-secondary"
            name="intent"
            value={`use:${id}`}
            aria-label={`Use ${name || email || "this account"}`}
          >
            Use
          </button>
        </li>
      ))}
    </Find>
  );
}

/** Variants as they are typed, with price and stock. */
export function FindItem({ value, found }: Props<FoundVariant>) {
  const { search, rows } = useFind("product", value, found, ({ variants }) => variants);
  return (
    <Find
      {...search}
      label="Add an item"
      hint="Part of a name, brand or SKU."
      list="Items found"
      nothing="Nothing found."
    >
      {rows?.map(({ id, name, size, colour, sku, available, unit }) => (
        <li key={id}>
          <span className="grow wrap-anywhere">
            {name}
            <small>{[colour, size && `Size ${size}`, sku].filter(Boolean).join(" · ")}</small>
          </span>
          <span className="grid text-end num whitespace-nowrap">
            {rupees(unit)}
            <small>{available > 0 ? `${available} in stock` : "Sold out"}</small>
          </span>
          <button
            type="submit"
            className="btn btn-secondary"
            name="intent"
            value={`add:${id}`}
            disabled={available <= 0}
            aria-label={`Add ${[name, colour, size].filter(Boolean).join(", ")}`}
          >
            Add
          </button>
        </li>
      ))}
    </Find>
  );
}

/** Looks for what is typed once typing pauses; until something is typed it shows what the button found. */
function useFind<Row>(
  name: "customer" | "product",
  value: string,
  found: readonly Row[] | null,
  rowsOf: (answer: DraftFound) => Row[],
) {
  const [typed, setTyped] = useState(value);
  const { data, ask } = useLatestLoad<DraftFound>();
  const asked = typed.trim();
  const isNew = asked !== value.trim() && asked.length >= shortest[name];
  useEffect(() => {
    if (!isNew) return;
    const query = new URLSearchParams({ for: name, q: asked });
    const timer = setTimeout(() => void ask(`${href("/admin/orders/find")}?${query}`), delayMs);
    return () => clearTimeout(timer);
  }, [isNew, asked, name, ask]);
  // What fitted the letters before stays until the answer comes.
  const answered = isNew && data ? rowsOf(data) : null;
  const rows = asked === value.trim() ? found : answered;
  const isLoading = isNew && data?.q !== asked;
  return { search: { name, value, onType: setTyped, isLoading, count: rows?.length ?? null }, rows };
}

/** Shorter texts find nothing: shop/draft-orders/drafts.server.ts. */
const shortest = { customer: 3, product: 2 };

/**
 * A search inside a form, with what it finds below. Without scripts its button asks. Enter takes the only one found, or
 * presses the button, once what was typed is answered; a second Enter does not wait. The arrow down leads to the first
 * one.
 */
function Find({
  name,
  value,
  onType,
  isLoading,
  count,
  label,
  hint,
  list,
  nothing,
  children,
}: {
  name: string;
  value: string;
  onType: (typed: string) => void;
  /** Whether what is shown is not about what is typed. */
  isLoading: boolean;
  /** How many were found; null while nothing is known. */
  count: number | null;
  label: string;
  hint: string;
  list: string;
  nothing: string;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  // After a search or an added item the next one is typed here, in the place of the last one.
  useEffect(() => {
    if (!value) return;
    field.current?.focus();
    field.current?.select();
  }, [value]);
  const firstButton = () => rows.current?.querySelector<HTMLButtonElement>("button:enabled");
  const takeOrSearch = () => {
    const only = count === 1 && !isLoading ? firstButton() : null;
    (only ?? button.current)?.click();
  };
  const { isEarly, early, forget } = useEarlyEnter(isLoading, takeOrSearch);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (event.key === "ArrowDown") firstButton()?.focus();
    else if (isLoading && !isEarly) early();
    else takeOrSearch();
  };
  return (
    <>
      <div className="grid gap-1">
        <div className="find-row flex items-start gap-2">
          <div className="grow">
            <Field
              label={label}
              name={name}
              defaultValue={value}
              aria-describedby={`find-${name}`}
              type="search"
              autoComplete="off"
              maxLength={80}
              ref={field}
              data-keeps-focus
              onChange={({ target }) => {
                forget();
                onType(target.value);
              }}
              onKeyDown={press}
            />
          </div>
          <button ref={button} type="submit" className="btn btn-secondary" name="intent" value="find">
            Search
          </button>
        </div>
        <p className="hint" id={`find-${name}`}>
          {hint}
        </p>
        <p className="sr-only" role="status">
          {count !== null && !isLoading && (count === 0 ? nothing : `${count} found`)}
        </p>
      </div>
      {count !== null && (
        <ul ref={rows} className="rows" aria-label={list}>
          {count === 0 ? <li>{nothing}</li> : children}
        </ul>
      )}
    </>
  );
}
