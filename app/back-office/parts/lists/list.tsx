import { ArrowDown, ArrowUp } from "lucide";
import { type ReactNode, useId } from "react";
import { Form, Link, useSearchParams } from "react-router";
import type { Count } from "../../../../platform/database/count.server.ts";
import { grouped } from "../../../../shop/money.ts";
import { viewQuery } from "../../../../shop/saved-views/views.ts";
import type { Choice } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { changedListQuery, countLabel, isNarrowed, type ListAddress, type Paging } from "./list-address.ts";
import type { ListSetup } from "./list-setup.server.ts";
import { ListTools, type ToolsProps } from "./list-tools.tsx";
import { Pager } from "./pager.tsx";
import { useFocusInRow } from "./use-focus-in-row.ts";
import { useRowSelection } from "./use-row-selection.ts";

export type Column<Row> = {
  /** Unique in the list. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Name of its sort in the address, when the list can be sorted by this column. */
  sort?: string;
  /**
   * "main" identifies the row and takes a card's full width; "number" is right-aligned; "wide" is hidden in cards.
   */
  kind?: "main" | "number" | "wide";
  /** The heading is for screen readers only. */
  quietLabel?: boolean;
  /** On a phone, where the table has no head, cells show the label: "Reserved 3". */
  cardLabel?: boolean;
  /** All that a cell says, as its title: where it does not fit on its lines, it is cut with an ellipsis. */
  whole?: (row: Row) => string;
};

export type StatusTab = Choice & { count?: number | Count | undefined };

type ListProps<Row> = ToolsProps & {
  /** Accessible name of the table: "Products". */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Accessible name of a row's checkbox. */
  rowName: (row: Row) => string;
  /** The classes of the table, for a list with a layout of its own. */
  tableClass?: string | undefined;
  paging: Paging;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Shown instead of it while a search or a filter hides all rows. */
  notFound?: string | undefined;
  /** Links above the table that set one parameter. */
  tabs?: { name: string; tabs: readonly StatusTab[] } | undefined;
  /** Bulk actions: buttons (name="intent") and fields of one form, which also sends an `id` for each selected row. */
  bulk?: ReactNode;
  /**
   * Number of matching rows on all pages, when there are more than shown and all of them can be selected (field
   * `all`).
   */
  allFit?: number | undefined;
  /** Keys of the rows that are selected initially, so that a form sent without scripts keeps its selection. */
  ticked?: readonly string[];
};

/** A table with search, filters, sort and paging on the server. Its state is in the address and needs no scripts. */
export function List<Row>({
  label,
  rows,
  rowKey,
  tabs,
  setup,
  bulk,
  empty,
  notFound,
  paging,
  ...list
}: ListProps<Row>) {
  const {
    columns,
    rowName,
    tableClass = "list-table",
    address,
    search,
    filters,
    sorts,
    allFit,
    ticked = [],
  } = list;
  const bulkForm = useId();
  const { body, chosen, chooseAll, choose, everyPage, setEveryPage } = useRowSelection(rows, rowKey);
  const focus = useFocusInRow(body);
  const selected = everyPage && allFit ? allFit : chosen;
  return (
    <section className="panel list" aria-label={label}>
      {(tabs || setup) && <StatusTabs {...(tabs ?? noTabs)} setup={setup} />}
      {(search || filters) && (
        <ListTools address={address} search={search} filters={filters} sorts={sorts} setup={setup} />
      )}
      {bulk && (
        <BulkBar
          form={bulkForm}
          selected={selected}
          everyPage={{ allFit, isChosen: everyPage, choose: setEveryPage }}
        >
          {bulk}
        </BulkBar>
      )}
      {rows.length === 0 ? (
        <p className="p-8 muted text-center">{(isNarrowed(address) && notFound) || empty}</p>
      ) : (
        <div className="list-scroll">
          {bulk && (
            <label className="check list-all px-4 py-2">
              <input
                type="checkbox"
                checked={chosen > 0 && chosen === rows.length}
                onChange={(event) => chooseAll(event.target.checked)}
              />
              <span>Select all on this page</span>
            </label>
          )}
          <table className={tableClass}>
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr>
                {bulk && (
                  <th scope="col" className="choice">
                    <label className="check">
                      <input
                        type="checkbox"
                        aria-label="Select all on this page"
                        checked={chosen > 0 && chosen === rows.length}
                        onChange={(event) => chooseAll(event.target.checked)}
                      />
                    </label>
                  </th>
                )}
                {columns.map((column) => (
                  <Heading key={column.label} column={column} address={address} />
                ))}
              </tr>
            </thead>
            <tbody ref={body} {...focus}>
              {rows.map((row) => (
                <tr key={rowKey(row)}>
                  {bulk && (
                    <td className="choice">
                      <label className="check">
                        <input
                          type="checkbox"
                          className="row-choice"
                          name="id"
                          value={rowKey(row)}
                          form={bulkForm}
                          aria-label={`Select ${rowName(row)}`}
                          defaultChecked={ticked.includes(rowKey(row))}
                          onClick={choose}
                        />
                      </label>
                    </td>
                  )}
                  {columns.map(({ kind, cell, label: name, cardLabel, whole }) => (
                    <td
                      key={name}
                      className={[kind, whole && "cut"].filter(Boolean).join(" ") || undefined}
                      title={whole?.(row)}
                      data-column={name}
                      data-label={cardLabel ? name : undefined}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager paging={paging} shown={rows.length} label={label} />
    </section>
  );
}

/** The bulk actions, with how many rows are selected; `allFit`: as for List. */
function BulkBar({
  form,
  selected,
  everyPage: { allFit, isChosen, choose },
  children,
}: {
  form: string;
  selected: number;
  everyPage: { allFit: number | undefined; isChosen: boolean; choose: (chosen: boolean) => void };
  children: ReactNode;
}) {
  return (
    <Form
      method="post"
      id={form}
      className="bulk-bar flex-wrap items-center gap-2 px-4 py-2"
      aria-label="With the selected rows"
    >
      <b aria-live="polite">{selected > 0 ? `${grouped(selected)} selected` : "Selected"}</b>
      {allFit !== undefined && (
        <label className="check">
          <input
            type="checkbox"
            name="all"
            checked={isChosen}
            onChange={(event) => choose(event.target.checked)}
          />
          <span>Select all {grouped(allFit)}</span>
        </label>
      )}
      {children}
    </Form>
  );
}

function Heading<Row>({ column, address }: { column: Column<Row>; address: ListAddress }) {
  const [params] = useSearchParams();
  const { sort, label, kind, quietLabel } = column;
  const sorted = sort === address.sort ? (address.descending ? "descending" : "ascending") : undefined;
  const arrow = address.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={kind} data-column={label} aria-sort={sorted}>
      {sort ? (
        <Link
          to={changedListQuery(params, { sort: sorted === "ascending" ? `-${sort}` : sort })}
          className="inline-flex items-center gap-1"
          preventScrollReset
          replace
        >
          {label}
          {sorted && <Icon of={arrow} className="icon icon-small" />}
        </Link>
      ) : (
        <span className={quietLabel ? "sr-only" : undefined}>{label}</span>
      )}
    </th>
  );
}

const noTabs = { name: "", tabs: [] };

/** Links that set one parameter of the address, and the saved views. */
export function StatusTabs({
  name,
  tabs,
  setup,
}: NonNullable<ListProps<unknown>["tabs"]> & { setup?: ListSetup | undefined }) {
  const [params] = useSearchParams();
  const shown = viewQuery(String(params));
  const view = setup?.views.find(({ query }) => query === shown && query !== "");
  const now = params.get(name) ?? "";
  if (tabs.length === 0 && setup?.views.length === 0) return null;
  return (
    <nav className="status-tabs flex overflow-x-auto" aria-label="Show">
      {tabs.map(({ value, label, count }) => (
        <Link
          key={value}
          to={changedListQuery(params, { [name]: value })}
          aria-current={now === value && !view ? "true" : undefined}
          preventScrollReset
        >
          {label}{" "}
          {count !== undefined && (
            <span className="num text-micro">
              {typeof count === "number" ? grouped(count) : countLabel(count)}
            </span>
          )}
        </Link>
      ))}
      {setup?.views.map(({ id, name: saved, query }) => (
        <Link
          key={id}
          className="saved-view"
          to={`?${query}`}
          aria-current={view?.id === id ? "true" : undefined}
          preventScrollReset
        >
          {saved}
        </Link>
      ))}
    </nav>
  );
}
