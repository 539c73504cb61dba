import { newCategoryChoices } from "../../../shop/catalogue/category-choice.ts";
import type { Problem } from "../../../shop/import/draft.ts";
import type { readImportRun } from "../../../shop/import/runs.server.ts";
import { grouped, plural } from "../../../shop/money.ts";
import { ChoiceOptions, Select } from "../../ui/forms/field.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { Panel } from "../parts/screen-head.tsx";
import { importWords } from "./import-words.ts";

type Run = NonNullable<Awaited<ReturnType<typeof readImportRun>>>;

/** Summary of an import in a few sentences: rows read, products created and changed, rows skipped and why. */
export function importSummary(run: Run): string {
  const { toMake, toChange, waiting, created, updated, skipped, failed, undone } = run.counts;
  const notImported = [
    run.productsRejected > 0 && `${plural(run.productsRejected, "product")} with errors`,
    skipped > 0 && `${plural(skipped, "product")} for another reason (listed below)`,
  ].filter(Boolean);
  const rows = run.rowsRejected > 0 && plural(run.rowsRejected, "row");
  return [
    `${plural(Math.max(0, run.rowsRead - 1), "row")} read: ${plural(run.productsRead, "product")}.`,
    run.status === "checked"
      ? `${grouped(toMake)} new, ${grouped(toChange)} would be updated.`
      : `${grouped(created)} created, ${grouped(updated)} updated, ${grouped(failed)} failed${
          waiting > 0 ? `, ${grouped(waiting)} remaining` : ""
        }.`,
    undone > 0 &&
      `Undone: ${plural(undone, "product")} that it had made ${undone === 1 ? "is" : "are"} deleted.`,
    notImported.length > 0
      ? `Not imported: ${notImported.join(", ")}${rows ? ` (${rows})` : ""}.`
      : rows
        ? `Not imported: ${rows} that belong to no product.`
        : run.productsRead === 0
          ? "Nothing can be imported."
          : failed === 0 && undone === 0 && "Nothing is skipped.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What becomes of the pictures that the file names by address. */
export function picturesSummary({ pictures: { named, fetched, failed }, status }: Run): string {
  const all = plural(named, "picture");
  if (status === "checked") return `${all} will be fetched from the addresses in the file.`;
  const left = failed > 0 ? `, ${grouped(failed)} could not be` : "";
  return `${grouped(fetched)} of ${all} fetched from the addresses in the file${left}.`;
}

/** Asks once per product type which category it maps to. */
export function Types({ types, categories, sets }: Pick<Run, "types" | "categories" | "sets">) {
  return (
    <Panel title="Types that are not a category yet">
      <p className="mb-4">
        Filters and menus find products by category. Choose once for all products of a type.
      </p>
      <div className="edit-fields grid gap-5">
        {types.map(({ type, kind, count }) => (
          <div key={type}>
            <input type="hidden" name="type" value={type} />
            <Select
              label={`${type} (${plural(count, "product")})`}
              name="category"
              defaultValue={kind ? `new:${kind}` : ""}
            >
              <option value="">Without a category</option>
              <optgroup label="Create a category for it">
                <ChoiceOptions choices={newCategoryChoices(sets)} />
              </optgroup>
              <optgroup label="Use an existing category">
                {categories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </optgroup>
            </Select>
          </div>
        ))}
      </div>
    </Panel>
  );
}

/** Each problem of the file once, with the rows it affects. */
export function Problems({ problems }: { problems: Problem[] }) {
  const errors = problems.filter(({ grave }) => grave).length;
  return (
    <Panel title={`In the file: ${plural(errors, "error")}, ${plural(problems.length - errors, "note")}`}>
      <ScrollBox label="Problems in the file">
        <table className="list-table">
          <caption className="sr-only">Problems in the file</caption>
          <thead>
            <tr>
              <th scope="col">Rows</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ column, message, grave, count, lines }) => (
              <tr key={`${column} ${importWords(message)} ${grave}`}>
                <td className="main" data-label="Rows">
                  {[...new Set(lines.map(({ row }) => row))].join(", ")}
                  {count > lines.length && ` and ${grouped(count - lines.length)} more`}
                </td>
                <td className="main" data-label="Column">
                  {column}
                </td>
                <td className="main" data-label="What is wrong">
                  {importWords(message)}
                  <span className="muted">{examples(lines)}</span>
                  {grave && " Not imported."}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  );
}

/** Up to five example values. */
function examples(lines: Problem["lines"]): string {
  const values = [...new Set(lines.map(({ value }) => value).filter(Boolean))];
  if (values.length === 0) return "";
  const shown = values.slice(0, 5).map((value) => `“${value}”`);
  return ` ${shown.join(", ")}${values.length > shown.length ? " …" : ""}`;
}
