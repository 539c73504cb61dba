import { href } from "react-router";
import { dateAndTime } from "../../../shop/dates.ts";
import { readTable } from "../../../shop/import/read-table.ts";
import { grouped } from "../../../shop/money.ts";
import { readRedirect } from "../../../shop/redirects/redirect-form.server.ts";
import {
  deleteRedirect,
  listRedirects,
  type RedirectRow,
  readRedirectRows,
  saveRedirects,
} from "../../../shop/redirects/redirects.server.ts";
import { accept, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { useSavedCount } from "../../http/forms/use-saved-count.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { actionsColumn, numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import { addressChoices } from "../parts/pickers/address-choices.server.ts";
import { AddressField } from "../parts/pickers/suggested-fields.tsx";
import { Panel } from "../parts/screen-head.tsx";
import type { Route } from "./+types/redirects";

const maxMegabytes = 2;
const list = href("/admin/content/redirects");

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["-created"] as const, filters: {}, size: 50 };
  const [shown, addresses] = await Promise.all([
    listPage(request, asked, ({ q, page, size }) =>
      listRedirects(context.get(servicesContext), { q, page, size }),
    ),
    addressChoices(context),
  ]);
  return { shown, addresses };
}

const loops = (path: string) => `${path} would redirect back to itself.`;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await uploadForm({ request, context }, maxMegabytes);
  if (!sent) return refuse(["redirectsTooLarge", 413]);
  const { fields } = sent;
  const intent = fields.get("intent");
  if (intent === "delete") {
    const deleted = await deleteRedirect(services, actor, fields.get("path") ?? "");
    return deleted.ok ? accept("redirectDeleted") : refuse(["redirectGone", 404]);
  }
  if (intent === "file") {
    const table = readTable(sent.files.get("file")?.[0] ?? Buffer.alloc(0));
    if ("says" in table) return refuse(["redirectsWrong", 400, "file"], undefined, { lines: [table.says] });
    const read = readRedirectRows(table);
    if (!read.ok) {
      const lines = read.wrong.map(({ line, text }) => `Line ${line}: ${text}`);
      return refuse(["redirectsWrong", 400, "file"], undefined, { lines });
    }
    const saved = await saveRedirects(services, actor, read.value);
    if (!saved.ok) return refuse(["redirectsWrong", 409, "file"], undefined, { lines: [loops(saved.path)] });
    return redirectWithToast(list, "redirectsSaved");
  }
  const read = readRedirect(fields);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const saved = await saveRedirects(services, actor, [read.value]);
  if (!saved.ok) return refuseFields({ target: loops(saved.path) }, 409, fields);
  return redirectWithToast(list, "redirectSaved");
}

const columns: Column<RedirectRow>[] = [
  { label: "From", kind: "main", cell: ({ path }) => <span className="wrap-anywhere">{path}</span> },
  {
    label: "To",
    cardLabel: true,
    cell: ({ target }) => (
      <a className="link wrap-anywhere" href={target}>
        {target}
      </a>
    ),
  },
  numberColumn("Uses", ({ hits }) => grouped(hits)),
  {
    label: "Last used",
    cardLabel: true,
    cell: ({ lastHitAt }) => (lastHitAt ? dateAndTime(lastHitAt) : "Never"),
  },
  actionsColumn(({ path }) => (
    <Confirm
      id={`delete-${encodeURIComponent(path)}`}
      open="Delete"
      openLabel={`Delete the redirect from ${path}`}
      openClass="btn btn-secondary"
      title="Delete this redirect?"
      text={`${path} will answer “Page not found”.`}
      button="Delete redirect"
      fields={{ intent: "delete", path }}
    />
  )),
];

export default function Redirects({ loaderData, actionData }: Route.ComponentProps) {
  const answer: (FormAnswer & { lines?: string[] }) | undefined = useLastAnswer(actionData);
  const isFile = answer?.lines !== undefined;
  return (
    <>
      <ListScreen
        title="Redirects"
        text="Where addresses lead that have no page, such as those of your former shop. A page that is there always wins."
        answer={answer}
        {...loaderData.shown}
        rowKey={({ path }) => path}
        rowName={({ path }) => path}
        empty="No redirects yet. Enter the old address below, or all of them from a file."
        notFound="No redirects found. Try other words."
        search={{ label: "Search redirects", placeholder: "Part of an address" }}
        columns={columns}
      />
      <div className="panels mt-5">
        <Panel title="New redirect">
          <AnswerForm
            key={useSavedCount()}
            className="edit-fields grid gap-5"
            aria-label="New redirect"
            answer={isFile ? undefined : answer}
          >
            <Field
              label="From"
              name="path"
              hint="Such as /products/blue-kurta."
              autoComplete="off"
              maxLength={600}
            />
            <AddressField
              label="To"
              name="target"
              hint="A page or product by its name, or an address such as /shop or https://example.in/kurtas."
              choices={loaderData.addresses}
              maxLength={600}
            />
            <div>
              <button type="submit" className="btn btn-primary">
                Save redirect
              </button>
            </div>
          </AnswerForm>
        </Panel>
        <Panel title="From a file">
          <AnswerForm
            className="edit-fields grid gap-5"
            aria-label="From a file"
            encType="multipart/form-data"
            answer={isFile ? answer : undefined}
          >
            <input type="hidden" name="intent" value="file" />
            <FileField
              label="CSV file"
              name="file"
              accept=".csv,text/csv"
              hint="Two columns, from and to, with or without headings; Shopify's export of URL redirects fits. At most 10,000 rows."
            />
            {answer?.lines && (
              <ul className="text-small">
                {answer.lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            <div>
              <button type="submit" className="btn btn-secondary">
                Save all rows
              </button>
            </div>
          </AnswerForm>
        </Panel>
      </div>
    </>
  );
}
