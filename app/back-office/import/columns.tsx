import { Fragment } from "react";
import type { AskedColumns } from "../../../shop/import/choose-columns.ts";
import { ChoiceOptions, Select } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { Panel } from "../parts/screen-head.tsx";

/** The columns that headings can stand for: those of the template, and details by their labels. */
type Columns = { own: readonly string[]; details: readonly string[] };

const asChoices = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

function faultWords(fault: NonNullable<AskedColumns["fault"]>): string {
  return fault.code === "twice"
    ? `Two columns are “${fault.column}”. Choose one of them.`
    : "Choose the column with the names of the products.";
}

/** Asks what the columns of a file are whose headings are not those of the template. */
export function ChooseColumns({ asked, own, details }: { asked: AskedColumns } & Columns) {
  return (
    <>
      <Notice
        tone={asked.fault ? "wrong" : "warn"}
        title="Which column is what?"
        text={`${asked.fault ? `${faultWords(asked.fault)} ` : ""}These headings are not in the template. Choose what each is, then check the file again; choose the file again too if its name is gone. Your choice is kept for the next file.`}
      />
      <fieldset className="edit-fields grid gap-5">
        <legend className="sr-only">Which column is what</legend>
        {asked.columns.map(({ heading, sample, meant }, at) => (
          <Fragment key={heading}>
            <input type="hidden" name={`heading.${at}`} value={heading} />
            <Select
              label={heading}
              name={`column.${at}`}
              defaultValue={meant}
              hint={sample === "" ? undefined : `Such as: ${sample}`}
            >
              <option value="">Leave it out</option>
              <optgroup label="Product">
                <ChoiceOptions choices={asChoices(own)} />
              </optgroup>
              <optgroup label="Details">
                <ChoiceOptions choices={asChoices(details)} />
              </optgroup>
            </Select>
          </Fragment>
        ))}
      </fieldset>
    </>
  );
}

/** What headings of earlier files stand for. */
export function KeptColumns({ kept }: { kept: readonly { heading: string; meant: string }[] }) {
  if (kept.length === 0) return null;
  return (
    <Panel title="Columns of your files">
      <p className="mb-4">Files with these headings are read so, without asking.</p>
      <ul className="rows">
        {kept.map(({ heading, meant }) => (
          <li key={heading} className="wrap-anywhere">
            <span className="grow">
              “{heading}”: {meant || "left out"}
            </span>
            <ActionButton fields={{ intent: "forget", heading }} label={`Ask again what “${heading}” is`}>
              Ask again
            </ActionButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
