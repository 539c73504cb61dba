import { href, useNavigation } from "react-router";
import {
  importCustomers,
  importPastOrders,
  readPeopleFile,
} from "../../../shop/customers/import/import-people.server.ts";
import type { PeopleProblem } from "../../../shop/customers/import/read-people.ts";
import { plural } from "../../../shop/money.ts";
import { refuse } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/import";

const maxMegabytes = 50;
const mostShown = 200;

/** What was found in a file, or became of it, in words, with the rows that were left out. */
type Report = FormAnswer & { title: string; text: string; problems: PeopleProblem[]; more: number };

const report = (title: string, text: string, problems: PeopleProblem[], ok = true): Report => ({
  ok,
  title,
  text,
  problems: problems.slice(0, mostShown),
  more: Math.max(0, problems.length - mostShown),
});

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await uploadForm({ request, context }, maxMegabytes);
  if (!sent) return refuse(["peopleTooLarge", 413, "file"]);
  const [bytes] = sent.files.get("file") ?? [];
  if (!bytes) return refuse(["peopleNoFile", 400, "file"]);
  const fileName = sent.fileNames.get("file")?.trim().slice(0, 200) || "a file";
  const read = await readPeopleFile(services, bytes);
  if (read.kind === "unreadable") return report("Nothing was imported", read.says, [], false);
  const { problems } = read;
  const [all, one] = read.kind === "customers" ? [read.customers, "customer"] : [read.orders, "past order"];
  if (sent.fields.get("intent") === "check")
    return report(
      `${plural(all.length, one)} can be imported`,
      all.length > 0 ? "Nothing has changed yet. Choose Import to import them." : "Nothing has changed.",
      problems,
    );
  const done =
    read.kind === "customers"
      ? await importCustomers(services, { actor, fileName, customers: read.customers })
      : await importPastOrders(services, { actor, fileName, orders: read.orders });
  if (!done.ok) throw new Response(null, { status: 403 });
  const { added, known } = done.value;
  const stays = known === 0 ? "" : ` ${plural(known, one)} were here already and stay as they are.`;
  return report(`${plural(added, one)} imported`, `Nobody was sent a message.${stays}`, problems);
}

/** Customers and past orders of an earlier shop. */
export default function ImportPeople({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const answer = useLastAnswer(actionData);
  const shown: Report | undefined = answer && "problems" in answer ? answer : undefined;
  return (
    <div className="panels">
      <ScreenHead
        title="Import customers"
        text="Customers and past orders from Shopify's exports."
        back={{ to: href("/admin/users"), label: "Users" }}
      />
      {shown && <Outcome shown={shown} />}
      <Panel title="A file">
        <AnswerForm className="office-form" encType="multipart/form-data" answer={answer} preventScrollReset>
          <FileField
            label="CSV file"
            name="file"
            accept=".csv,text/csv"
            hint="In Shopify: Customers, Export, or Orders, Export. Which of the two it is, is seen by its headings."
          />
          <div className="flex flex-wrap gap-2">
            <button
              type="submit"
              name="intent"
              value="check"
              className="btn btn-secondary"
              aria-disabled={busy || undefined}
            >
              {busy ? "Reading…" : "Check the file"}
            </button>
            <button
              type="submit"
              name="intent"
              value="import"
              className="btn btn-primary"
              aria-disabled={busy || undefined}
            >
              Import
            </button>
          </div>
        </AnswerForm>
      </Panel>
      <Panel title="What happens">
        <ul className="grid gap-2 max-w-read">
          <li>Customers get an account without a password: they log in by a code to their email address.</li>
          <li>Their tags and your note about them come along; only staff see them.</li>
          <li>Who agreed to marketing by email is subscribed to the newsletter; nobody else is.</li>
          <li>
            Past orders are history, seen by their customer and by you: they change no stock and no figures,
            and have no invoice here.
          </li>
          <li>Who is here already stays as they are, so a file can be imported again.</li>
        </ul>
      </Panel>
    </div>
  );
}

function Outcome({ shown: { ok, title, text, problems, more } }: { shown: Report }) {
  return (
    <>
      <Notice tone={ok ? "ok" : "wrong"} title={title} text={text} />
      {problems.length > 0 && (
        <Panel title="Left out">
          <ul className="rows">
            {problems.map(({ line, says }) => (
              <li key={`${line} ${says}`} className="wrap-anywhere">
                <span className="muted whitespace-nowrap">Line {line}</span>
                <span className="grow">{says}</span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className="mt-3">And {plural(more, "more row")}.</p>}
        </Panel>
      )}
    </>
  );
}
