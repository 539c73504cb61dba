import { Form, href, Link, useNavigation } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import { shortDate } from "../../../shop/dates.ts";
import { checkImport } from "../../../shop/import/check-import.server.ts";
import type { AskedColumns, ProductColumns } from "../../../shop/import/choose-columns.ts";
import { importModes, ownColumns } from "../../../shop/import/draft.ts";
import {
  columnsToAsk,
  detailLabels,
  forgetProductColumn,
  keptProductColumns,
} from "../../../shop/import/file-columns.server.ts";
import { listRuns } from "../../../shop/import/runs.server.ts";
import { unpackPictures } from "../../../shop/import/unpack-pictures.server.ts";
import {
  accept,
  type Refusal,
  redirectWithToast,
  refuse,
  refuseFields,
} from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { Select } from "../../ui/forms/field.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/import";
import { ChooseColumns, KeptColumns } from "./columns.tsx";
import { skippedFileLabels } from "./import-words.ts";

const maxMegabytes = 200;
const zipRefusals = {
  "zip-broken": ["importZipBroken", 400],
  "zip-too-many": ["importZipTooMany", 400],
  "zip-too-large": ["importZipTooLarge", 400],
  "no-space": ["importNoSpace", 400],
} as const satisfies Record<string, Refusal>;

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const kept = await keptProductColumns(services.db);
  return {
    runs: await listRuns(services),
    columns: { own: [...ownColumns], details: await detailLabels(services.db) },
    kept: [...kept].map(([heading, meant]) => ({ heading, meant })),
  };
}

/** What the form says of the headings of its file. */
function chosenColumns(fields: ReadonlyMap<string, string>): ProductColumns {
  const chosen = [...fields].flatMap(([name, heading]): [string, string][] => {
    const [, at] = /^heading\.(\d{1,3})$/.exec(name) ?? [];
    return at ? [[cutText(heading.toLowerCase(), 200), cutText(fields.get(`column.${at}`) ?? "", 80)]] : [];
  });
  return new Map(chosen);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await uploadForm({ request, context }, maxMegabytes);
  if (!sent) return refuse(["importTooLarge", 413]);
  if (sent.fields.get("intent") === "forget") {
    await forgetProductColumn(services, actor, sent.fields.get("heading") ?? "");
    return redirectWithToast(href("/admin/import"), "importColumnForgotten");
  }
  const [file] = sent.files.get("file") ?? [];
  const [zip] = sent.files.get("pictures") ?? [];
  if (!file && !zip) return refuse(["importNoFile", 400]);
  const unpacked = zip && (await unpackPictures(services, zip));
  if (unpacked && !unpacked.ok) return refuse(zipRefusals[unpacked.refused]);
  const skippedFiles = unpacked?.value.passedOver ?? [];
  if (!file) {
    const notes = skippedFiles.map(({ name, why }) => `Passed over: ${name}: ${skippedFileLabels[why]}`);
    if (unpacked?.value.stored === 0) return refuse(["importZipNoPictures", 400], undefined, { notes });
    return { ...accept("importPicturesStored"), notes };
  }
  const mode = importModes.find((each) => each === sent.fields.get("mode")) ?? "both";
  const fileName = sent.fileNames.get("file")?.trim() || "products.csv";
  const chosen = chosenColumns(sent.fields);
  const asked = await columnsToAsk(services, file, chosen);
  if (asked) return refuseFields({}, 400, sent.fields, { asked });
  const { id } = await checkImport(services, { actor, file, fileName, mode, chosen, skippedFiles });
  return redirectWithToast(`/admin/import/${id}`);
}

const status = { checked: "Checked, not started", running: "Running", done: "Done" };

export default function Import({ loaderData: { runs, columns, kept }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const answer: (FormAnswer & { asked?: AskedColumns }) | undefined = useLastAnswer(actionData);
  useToast(answer?.toast);
  return (
    <>
      <ScreenHead
        title="Import"
        text="Products from a CSV file: the shop's own, Shopify's or WooCommerce's."
        more={
          <>
            <a className="btn btn-secondary" href="/admin/export/template.csv" download>
              Download a template
            </a>
            <a className="btn btn-secondary" href="/admin/export/products.csv" download>
              Export all products
            </a>
          </>
        }
      />
      <div className="panels">
        <Panel title="Check a file">
          <Form method="post" encType="multipart/form-data" className="grid gap-5" aria-label="Check a file">
            {answer?.toast && (
              <Notice
                tone={answer.ok ? "ok" : "wrong"}
                title={answer.toast.title}
                text={[answer.toast.text, ...(answer.notes ?? [])].join(" ")}
              />
            )}
            <div className="edit-fields grid gap-5">
              <FileField
                label="CSV file"
                name="file"
                accept=".csv,text/csv"
                hint="A product is found by “Slug”, or without that column by the address that is made from “Name”. What has no column stays as it is. New products need “Name” and “Price”."
              />
              <FileField
                label="Pictures in a ZIP"
                optional
                name="pictures"
                accept=".zip,application/zip"
                hint="Named as in the file. They are kept, so later files can use them too."
              />
              <Select label="Import mode" name="mode" defaultValue="both">
                <option value="both">Create and update products</option>
                <option value="create">Only create new products</option>
                <option value="update">Only update existing products</option>
              </Select>
            </div>
            {answer?.asked && <ChooseColumns asked={answer.asked} {...columns} />}
            <div>
              <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
                {busy ? "Reading…" : "Check the file"}
              </button>
              <p className="hint">Nothing changes yet: you will see what would happen first.</p>
            </div>
          </Form>
        </Panel>
        <KeptColumns kept={kept} />
        <Panel title="Past imports">
          {runs.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ul className="edit-fields grid gap-5">
              {runs.map((run) => (
                <li key={run.id}>
                  <Link className="link" to={`/admin/import/${run.id}`}>
                    {run.fileName}
                  </Link>{" "}
                  <span className="muted">
                    {shortDate(run.createdAt)}, {run.actorName}: {status[run.status]}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </>
  );
}
