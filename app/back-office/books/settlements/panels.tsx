import { useActionData, useNavigation } from "react-router";
import {
  type ColumnNames,
  fieldLabels,
  kindLabels,
  type SettlementKind,
  settlementFields,
  settlementKinds,
  settlementStateLabels,
} from "../../../../shop/books/settlement-kinds.ts";
import type { SettlementSum } from "../../../../shop/books/settlement-list.server.ts";
import { shortDate } from "../../../../shop/dates.ts";
import { grouped, plural, rupeesExact } from "../../../../shop/money.ts";
import { useLastAnswer } from "../../../http/forms/use-last-answer.ts";
import { type Choice, Field, Select } from "../../../ui/forms/field.tsx";
import { FileField } from "../../../ui/forms/file-field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import type { ListAddress } from "../../parts/lists/list-address.ts";
import { May } from "../../parts/may.tsx";
import { NamedForm } from "../../parts/named-form.tsx";
import { Panel } from "../../parts/screen-head.tsx";
import { SumsTable } from "../../parts/sums-table.tsx";
import type { FileAnswer } from "../settlements.tsx";

/** The upload; after a refusal what is wrong, and the columns to choose from when they were not found. */
export function UploadSettlement({ kinds }: { kinds: Choice[] }) {
  const busy = useNavigation().formMethod === "POST";
  const last = useLastAnswer(useActionData<FileAnswer>());
  const answer = last?.typed?.form === "upload" ? last : undefined;
  return (
    <Panel title="Upload a file">
      <NamedForm name="upload" encType="multipart/form-data" aria-label="Upload a file">
        <input type="hidden" name="intent" value="upload" />
        {answer?.says && <Notice tone="wrong" title="Nothing was read" text={answer.says} />}
        <Select
          label="From"
          name="kind"
          defaultValue=""
          choices={[{ value: "", label: "Choose" }, ...kinds]}
        />
        <FileField
          label="CSV file"
          name="file"
          accept=".csv,text/csv"
          hint="As it was downloaded: Cashfree's settlement report, or a courier's report of the cash that it paid out."
        />
        {answer?.headings && <ChooseColumns headings={answer.headings} guessed={answer.guessed ?? {}} />}
        <div>
          <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
            {busy ? "Reading…" : "Read the file"}
          </button>
        </div>
      </NamedForm>
      {answer?.problems && (
        <>
          <h3 className="mt-4">Lines that cannot be read</h3>
          <ul className="rows">
            {answer.problems.map(({ line, says }) => (
              <li key={`${line} ${says}`} className="wrap-anywhere">
                <span className="muted whitespace-nowrap">Line {line}</span>
                <span className="grow">{says}</span>
              </li>
            ))}
          </ul>
          {answer.more ? <p className="mt-3">And {plural(answer.more, "more line")}.</p> : null}
        </>
      )}
    </Panel>
  );
}

function ChooseColumns({ headings, guessed }: { headings: string[]; guessed: ColumnNames }) {
  const choices = [
    { value: "", label: "None" },
    ...[...new Set(headings)].map((heading) => ({ value: heading, label: heading })),
  ];
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">Which column is what</legend>
      {settlementFields.map((field) => (
        <Select
          key={`${field} ${headings.join()}`}
          label={fieldLabels[field].label}
          hint={fieldLabels[field].hint}
          name={`column.${field}`}
          defaultValue={guessed[field] ?? ""}
          choices={choices}
        />
      ))}
      <p className="hint">They are kept for the next file of this kind.</p>
    </fieldset>
  );
}

/** What the rows of each state add up to, with the CSV of what the list shows. */
export function SettlementSums({ sums, address }: { sums: SettlementSum[]; address: ListAddress }) {
  const asked = new URLSearchParams({ what: "settlements" });
  for (const [name, value] of Object.entries({ ...address.filters, q: address.q }))
    if (value) asked.set(name, value);
  return (
    <Panel title="Sums">
      <SumsTable
        label="Sums of settlements"
        rowHead="Status"
        heads={["Lines", "Expected", "Amount", "Fee", "Tax on fee", "Paid out", "Difference"]}
        rows={sums.map(({ state, count, expected, gross, fee, tax, net, difference }) => ({
          name: settlementStateLabels[state],
          sums: [grouped(count), ...[expected, gross, fee, tax, net, difference].map(rupeesExact)],
        }))}
      />
      {sums.length === 0 && <p className="muted">Nothing yet. Upload the first file above.</p>}
      <p className="mt-4">
        <a className="btn btn-secondary" href={`/admin/books/download?${asked}`} download>
          These lines as CSV
        </a>
      </p>
    </Panel>
  );
}

type ShownFile = {
  id: string;
  kind: SettlementKind;
  fileName: string;
  lines: number;
  uploadedAt: Date;
  actorName: string;
  accepted: number;
};

export function SettlementFiles({ files }: { files: ShownFile[] }) {
  return (
    <Panel title="Files">
      {files.length === 0 ? (
        <p>None yet.</p>
      ) : (
        <ul className="rows">
          {files.map(({ id, kind, fileName, lines, uploadedAt, actorName, accepted }) => (
            <li key={id} className="flex-wrap wrap-anywhere">
              <span className="grow">
                {fileName}{" "}
                <span className="muted">
                  {kindLabels[kind]}, {plural(lines, "line")}, {shortDate(uploadedAt)}, {actorName}
                </span>
              </span>
              {accepted > 0 ? (
                <span className="muted">{plural(accepted, "line")} settled by hand</span>
              ) : (
                <May permission="books.settle">
                  <Confirm
                    id={`undo-${id}`}
                    open="Remove"
                    openLabel={`Remove ${fileName}`}
                    openClass="btn btn-secondary"
                    title={`Remove ${fileName}?`}
                    text="Its lines are gone, and their payments count as not paid out. The file can be uploaded again."
                    button="Remove the file"
                    fields={{ intent: "undo", file: id }}
                  />
                </May>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Kept = Record<SettlementKind, { columns: ColumnNames | null; version: number }>;

/** The headings that stand for what, as the last file had them or staff say. */
export function SettlementColumns({ columns }: { columns: Kept }) {
  return (
    <Panel title="Columns">
      <p className="max-w-read">
        The headings by which files are read, as the last file of each kind had them. Clear the headings of a
        kind, and those of its next file are found anew.
      </p>
      {settlementKinds.map((kind) => (
        <details key={kind} className="mt-3">
          <summary className="font-medium">{kindLabels[kind]}</summary>
          <NamedForm name={`columns-${kind}`} key={columns[kind].version} className="office-form mt-3">
            <input type="hidden" name="intent" value="columns" />
            <input type="hidden" name="kind" value={kind} />
            <input type="hidden" name="version" value={columns[kind].version} />
            {settlementFields.map((field) => (
              <Field
                key={field}
                label={fieldLabels[field].label}
                hint={fieldLabels[field].hint}
                name={`column.${field}`}
                defaultValue={columns[kind].columns?.[field] ?? ""}
                maxLength={200}
                autoComplete="off"
              />
            ))}
            <div>
              <button type="submit" className="btn btn-secondary">
                Save columns
              </button>
            </div>
          </NamedForm>
        </details>
      ))}
    </Panel>
  );
}
