import {
  kindLabels,
  type SettlementState,
  settlementStateLabels,
  settlementStates,
} from "../../../../shop/books/settlement-kinds.ts";
import type { SettlementRow } from "../../../../shop/books/settlement-list.server.ts";
import { shortDate } from "../../../../shop/dates.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import { type Choice, Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { actionsColumn, numberColumn, stateTabs } from "../../parts/lists/columns.tsx";
import type { Column } from "../../parts/lists/list.tsx";
import type { ListAddress, Paging } from "../../parts/lists/list-address.ts";
import { ListScreen } from "../../parts/lists/list-screen.tsx";
import { May, MayLink } from "../../parts/may.tsx";

const tones: Record<SettlementState, string> = {
  matched: "ok",
  short: "bad",
  over: "warn",
  twice: "warn",
  unknown: "warn",
  missing: "bad",
  accepted: "info",
};

const sourceOf = ({ kind, utr, file_name, line }: SettlementRow) =>
  [kindLabels[kind], utr, file_name && `${file_name}, line ${line}`].filter(Boolean).join(" · ");

const columns: Column<SettlementRow>[] = [
  {
    label: "Reference",
    kind: "main",
    whole: (row) => [row.reference, sourceOf(row), row.note].filter(Boolean).join(", "),
    cell: (row) => (
      <>
        <span className="num">
          {row.order_id ? (
            <MayLink permission="orders.view" to={`/admin/orders/${row.order_id}`}>
              {row.reference}
            </MayLink>
          ) : (
            row.reference
          )}
        </span>
        <small>{sourceOf(row)}</small>
        {row.note && (
          <small className="block">
            {row.note} ({row.accepted_by})
          </small>
        )}
      </>
    ),
  },
  {
    label: "Status",
    cell: ({ state }) => <span className={`badge ${tones[state]}`}>{settlementStateLabels[state]}</span>,
  },
  { label: "Date", cell: ({ day }) => <span className="num">{shortDate(`${day}T06:00:00Z`)}</span> },
  numberColumn("Expected", ({ expected }) => rupeesExact(expected)),
  numberColumn("Fee", ({ fee, tax }) => rupeesExact(fee + tax)),
  numberColumn("Paid out", ({ net }) => rupeesExact(net)),
  numberColumn("Difference", ({ difference }) => (difference === 0 ? "" : rupeesExact(difference))),
  actionsColumn((row) => (
    <May permission="books.settle">
      <Accept row={row} />
    </May>
  )),
];

function Accept({ row }: { row: SettlementRow }) {
  const { id, state, seen, target, reference, difference } = row;
  if (state === "matched" || state === "accepted") return null;
  const what = state === "missing" ? { target: target ?? "" } : { id: String(id), seen };
  return (
    <Confirm
      id={`accept-${id ?? target?.replace(/[^\w-]/g, "-")}`}
      open="Settle"
      openClass="btn btn-secondary"
      destructive={false}
      openLabel={`Settle ${reference} by hand`}
      title={`Settle ${reference} by hand?`}
      text={`${settlementStateLabels[state]}: the difference of ${rupeesExact(difference)} is accepted, and nobody looks at it again.`}
      button="Settle by hand"
      fields={{ intent: "accept", ...what }}
    >
      <Field
        label="Note"
        name="note"
        maxLength={300}
        autoComplete="off"
        hint="Why, such as: accepted difference."
      />
    </Confirm>
  );
}

const any = (label: string, choices: readonly Choice[]) => [{ value: "", label }, ...choices];

/** The lines of files and the money that never came. */
export function SettlementLines({
  shown: { rows, address, paging, files, sums },
  months,
  kinds,
  answer,
}: {
  shown: {
    rows: SettlementRow[];
    address: ListAddress;
    paging: Paging;
    files: { id: string; fileName: string }[];
    sums: { state: SettlementState; count: number }[];
  };
  months: Choice[];
  kinds: Choice[];
  answer: Pick<FormAnswer, "toast"> | undefined;
}) {
  const counts: Partial<Record<SettlementState, number>> = {};
  for (const { state, count } of sums) counts[state] = count;
  return (
    <ListScreen
      label="Settlement lines"
      tableClass="list-table settlements-table"
      rows={rows}
      columns={columns}
      rowKey={({ id, target }) => String(id ?? target)}
      rowName={({ reference }) => reference}
      address={address}
      paging={paging}
      answer={answer}
      empty="No lines. Upload a settlement file, or choose other filters."
      search={{ label: "Search settlements", placeholder: "Order, payment, AWB, UTR" }}
      tabs={stateTabs(settlementStates, settlementStateLabels, counts)}
      filters={[
        { name: "kind", label: "From", options: any("All files", kinds) },
        { name: "month", label: "Month", options: any("Last three months", months) },
        {
          name: "file",
          label: "File",
          options: any(
            "Every file",
            files.map(({ id, fileName }) => ({ value: id, label: fileName })),
          ),
        },
      ]}
    />
  );
}
