import { ArrowDownToLine, X } from "lucide";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  fillDown,
  pasteCells,
  setColumn,
  type VariantColumn,
  variantColumns,
} from "../../../../shop/catalogue/edit/fill-variants.ts";
import type { VariantDraft } from "../../../../shop/catalogue/edit/product-draft.ts";
import { hasNoOptions, optionsOf } from "../../../../shop/catalogue/edit/variant-matrix.ts";
import { plural } from "../../../../shop/money.ts";
import { Field, FieldError } from "../../../ui/forms/field.tsx";
import { focusInView } from "../../../ui/forms/focus-in-view.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useMay } from "../../parts/may.tsx";

type Props = {
  rows: VariantDraft[];
  errors: Record<string, string>;
  /** How often the table was made: each time the focus goes to its heading. */
  made: number;
  onChange: (change: (rows: VariantDraft[]) => VariantDraft[]) => void;
};

const labels: Record<VariantColumn, string> = {
  stock: "Stock",
  price: "Own price",
  cost: "Own cost",
  sku: "SKU",
};
const hints: Record<VariantColumn, string> = {
  stock: "",
  price: "As above",
  cost: "As above",
  sku: "Made for you",
};

const nameOf = ({ colour, size }: VariantDraft) => [colour, size].filter(Boolean).join(" ") || "No options";

/** The variant table, or only the stock for a product without options. */
export function Variants({ rows, errors, made, onChange }: Props) {
  const [first] = rows;
  if (!first || !hasNoOptions(rows))
    return <VariantTable rows={rows} errors={errors} made={made} onChange={onChange} />;
  const edit = (part: Partial<VariantDraft>) => onChange((all) => all.map((one) => ({ ...one, ...part })));
  return (
    <div className="field-pair">
      <Hidden row={first} at={0} />
      <Field
        label="Stock"
        name="variant.0.stock"
        inputMode="numeric"
        required
        value={first.stock}
        error={errors["variant.0.stock"] ?? errors.variants}
        hint={first.reserved > 0 ? `${first.reserved} of them set aside for orders` : undefined}
        onChange={(event) => edit({ stock: event.target.value })}
      />
      <Field
        label="SKU"
        optional
        name="variant.0.sku"
        maxLength={60}
        value={first.sku}
        error={errors["variant.0.sku"]}
        hint="Generated when empty"
        onChange={(event) => edit({ sku: event.target.value })}
      />
    </div>
  );
}

/** What was last changed in many rows at once, and the rows before. */
type Step = { text: string; before: VariantDraft[] };

/** The chosen rows, by size and colour; and what changes several rows at once, with its Undo. */
function useTable({ rows, onChange }: Pick<Props, "rows" | "onChange">) {
  const may = useMay();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<Step | null>(null);
  const keyOf = ({ size, colour }: VariantDraft) => `${size}|${colour}`;
  const isTicked = (row: VariantDraft) => ticked.has(keyOf(row));
  const some = rows.some(isTicked);
  const chosen = new Set(rows.flatMap((row, at) => (!some || isTicked(row) ? [at] : [])));
  const changeable = variantColumns.filter((column) => {
    if (column === "sku") return true;
    return may(column === "stock" ? "stock.adjust" : "prices.edit");
  });
  const put = (next: VariantDraft[], text: string) => {
    setStep({ text, before: rows });
    onChange(() => next);
  };
  return {
    chosen,
    some,
    changeable,
    step,
    isTicked,
    /** "all 15 rows", "3 chosen rows" */
    chosenWords: `${some ? "" : "all "}${plural(chosen.size, some ? "chosen row" : "row")}`,
    tick: (wanted: (row: VariantDraft) => boolean) => setTicked(new Set(rows.filter(wanted).map(keyOf))),
    edit(at: number, part: Partial<VariantDraft>) {
      setStep(null);
      onChange((all) => all.map((one, index) => (index === at ? { ...one, ...part } : one)));
    },
    remove(at: number) {
      const row = rows[at];
      if (row)
        put(
          rows.filter((_, index) => index !== at),
          `${nameOf(row)} removed.`,
        );
    },
    set(column: VariantColumn, value: string) {
      put(setColumn(rows, chosen, column, value), `${labels[column]} set in ${plural(chosen.size, "row")}.`);
    },
    fill(column: VariantColumn) {
      const text = `${labels[column]} copied down to ${plural(chosen.size - 1, "row")}.`;
      put(fillDown(rows, chosen, column), text);
    },
    paste(at: number, column: VariantColumn, text: string) {
      const pasted = pasteCells(rows, { at, column, text }, changeable);
      const over = pasted.left > 0 ? ` ${plural(pasted.left, "line")} had no row.` : "";
      put(pasted.rows, `${plural(pasted.filled, "row")} filled from what you pasted.${over}`);
    },
    undo() {
      if (step) onChange(() => step.before);
      setStep(null);
    },
  };
}

type Table = ReturnType<typeof useTable>;

function VariantTable({ rows, errors, made, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (made > 0 && heading.current) focusInView(heading.current);
  }, [made]);
  const table = useTable({ rows, onChange });
  const { sizes, colours } = optionsOf(rows);
  const { step } = table;
  const stock = rows.reduce((sum, row) => sum + (Number(row.stock) || 0), 0);
  return (
    <>
      <FieldError id="variants-error" error={errors.variants} />
      <div className="variant-bar">
        <h3 ref={heading} id="variant-table" tabIndex={-1} className="muted num">
          {plural(rows.length, "variant")} · {stock} in stock
        </h3>
        <select
          className="input needs-scripts"
          aria-label="Choose rows"
          value=""
          onChange={({ target }) => {
            const [by, name] = [target.value.slice(0, 1), target.value.slice(1)];
            table.tick((row) => by === "*" || (by === "s" ? row.size : row.colour) === name);
          }}
        >
          <option value="">Choose rows…</option>
          <option value="*">All rows</option>
          {colours.map(({ name }) => (
            <option key={name} value={`c${name}`}>
              {name}
            </option>
          ))}
          {sizes.map((size) => (
            <option key={size} value={`s${size}`}>
              Size {size}
            </option>
          ))}
        </select>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on phones, also by keys */}
      <section className="variant-scroll" aria-label="Table of variants" tabIndex={0}>
        <table className="variant-table" aria-label="Variants">
          <thead>
            <tr>
              <th scope="col">
                <label className="check">
                  <input
                    type="checkbox"
                    className="needs-scripts"
                    checked={table.some && table.chosen.size === rows.length}
                    onChange={({ target }) => table.tick(() => target.checked)}
                    aria-label="Choose all rows"
                  />
                  Variant
                </label>
              </th>
              {variantColumns.map((column) => (
                <th key={column} scope="col">
                  <span className="flex items-center justify-between gap-1">
                    {labels[column]}
                    {table.changeable.includes(column) && (
                      <button
                        type="button"
                        className="icon-btn needs-scripts"
                        title="Fill down"
                        aria-label={`Fill down: copy the first ${labels[column]} into ${table.chosenWords}`}
                        onClick={() => table.fill(column)}
                      >
                        <Icon of={ArrowDownToLine} />
                      </button>
                    )}
                  </span>
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr className="variant-set needs-scripts">
              <th scope="row">Set {table.chosenWords}</th>
              {variantColumns.map((column) => (
                <td key={column}>
                  {table.changeable.includes(column) && <SetCell column={column} table={table} />}
                </td>
              ))}
              <td />
            </tr>
            {rows.map((row, at) => (
              <VariantRow key={`${row.size}|${row.colour}`} row={row} at={at} errors={errors} table={table} />
            ))}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-3 needs-scripts">
        <p className="muted" role="status">
          {step?.text ??
            "Type in the row “Set” and press Enter, or paste a column of a spreadsheet into a cell."}
        </p>
        {step && (
          <button type="button" className="btn btn-secondary" onClick={table.undo}>
            Undo
          </button>
        )}
      </div>
    </>
  );
}

/** Sets its column in the chosen rows: with Enter, or when it is left. Nothing of it is sent. */
function SetCell({ column, table }: { column: VariantColumn; table: Table }) {
  const [typed, setTyped] = useState("");
  const apply = () => {
    if (typed.trim() !== "") table.set(column, typed);
    setTyped("");
  };
  return (
    <input
      className="input"
      value={typed}
      inputMode={inputModeOf(column)}
      autoComplete="off"
      enterKeyHint="done"
      placeholder={column === "sku" ? "KUR-{colour}-{size}" : "All"}
      aria-label={`${labels[column]} of ${table.chosenWords}`}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped("");
        if (event.key !== "Enter") return;
        event.preventDefault();
        apply();
      }}
    />
  );
}

function VariantRow({
  row,
  at,
  errors,
  table,
}: {
  row: VariantDraft;
  at: number;
  errors: Record<string, string>;
  table: Table;
}) {
  const name = nameOf(row);
  const wrong = (["size", "colour", ...variantColumns] as const).flatMap((field) => {
    const text = errors[`variant.${at}.${field}`];
    return text === undefined ? [] : [{ field, text }];
  });
  return (
    <>
      <tr data-row>
        <th scope="row">
          <Hidden row={row} at={at} />
          <label className="check">
            <input
              type="checkbox"
              className="needs-scripts"
              checked={table.isTicked(row)}
              onChange={() => table.tick((one) => table.isTicked(one) !== (one === row))}
              aria-label={`Choose ${name}`}
            />
            {row.hex && <span className="shade" style={{ backgroundColor: row.hex }} />}
            <span>
              {name}
              {row.reserved > 0 && <small className="block muted text-micro">{row.reserved} set aside</small>}
            </span>
          </label>
          <noscript>
            <label className="check">
              <input type="checkbox" name={`variant.${at}.remove`} value="yes" />
              Remove {name}
            </label>
          </noscript>
        </th>
        {variantColumns.map((column) => {
          const field = `variant.${at}.${column}`;
          const error = errors[field];
          return (
            <td key={column}>
              <input
                className="input"
                name={field}
                value={row[column]}
                inputMode={inputModeOf(column)}
                autoComplete="off"
                enterKeyHint="next"
                readOnly={!table.changeable.includes(column)}
                aria-label={`${labels[column]} of ${name}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${field}-error` : undefined}
                placeholder={hints[column]}
                onChange={(event) => table.edit(at, { [column]: event.target.value })}
                onKeyDown={goToRow}
                onPaste={(event: ClipboardEvent) => {
                  const text = event.clipboardData.getData("text/plain");
                  if (!/[\n\t]/.test(text.trim())) return;
                  event.preventDefault();
                  table.paste(at, column, text);
                }}
              />
            </td>
          );
        })}
        <td>
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove ${name}`}
            onClick={() => table.remove(at)}
          >
            <Icon of={X} />
          </button>
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr className="variant-error">
          <td colSpan={variantColumns.length + 2}>
            {wrong.map(({ field, text }) => (
              <FieldError
                key={field}
                id={`variant.${at}.${field}-error`}
                error={field === "size" || field === "colour" ? text : `${labels[field]}: ${text}`}
              />
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

/** Enter and the arrow keys go to the same column of the next row, as in a spreadsheet; Enter does not save here. */
function goToRow(event: KeyboardEvent<HTMLInputElement>) {
  const isUp = event.key === "ArrowUp" || (event.key === "Enter" && event.shiftKey);
  if (!isUp && event.key !== "ArrowDown" && event.key !== "Enter") return;
  event.preventDefault();
  const cell = event.currentTarget.closest("td");
  const rows = [...(cell?.closest("tbody")?.querySelectorAll<HTMLTableRowElement>("[data-row]") ?? [])];
  const own = rows.findIndex((row) => row.contains(event.currentTarget));
  const input = cell && rows[own + (isUp ? -1 : 1)]?.cells[cell.cellIndex]?.querySelector("input");
  input?.focus();
  input?.select();
}

function inputModeOf(column: VariantColumn) {
  if (column === "sku") return "text";
  return column === "stock" ? "numeric" : "decimal";
}

function Hidden({ row, at }: { row: VariantDraft; at: number }) {
  return (["id", "size", "colour", "hex", "seen", "reserved"] as const).map((field) => (
    <input key={field} type="hidden" name={`variant.${at}.${field}`} value={row[field]} />
  ));
}
