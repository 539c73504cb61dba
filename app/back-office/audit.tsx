import { Download } from "lucide";
import { Form, useSearchParams } from "react-router";
import { actorLabel } from "../../shop/access/actor.ts";
import { actionLabel } from "../../shop/audit/audit.ts";
import { type AuditEntry, auditChoices, auditLog } from "../../shop/audit/read-audit.server.ts";
import { dateAndTime } from "../../shop/dates.ts";
import { servicesContext } from "../services-context.ts";
import { Field } from "../ui/forms/field.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/audit";
import { readAuditQuery } from "./audit/audit-address.ts";
import type { Column } from "./parts/lists/list.tsx";
import { readListAddress } from "./parts/lists/list-address.ts";
import { ListScreen } from "./parts/lists/list-screen.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const params = new URL(request.url).searchParams;
  const query = readAuditQuery(params);
  const list = readListAddress(params, { sorts: ["-when"] });
  const idOf = (cursor: string | null) =>
    cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : null;
  const [log, choices] = await Promise.all([
    auditLog(services, query, { after: idOf(list.after), before: idOf(list.before) }),
    auditChoices(services),
  ]);
  const { actor, action, kind } = query;
  return { log, choices, query, address: { ...list, filters: { admin: actor, action, kind } } };
}

/** Ids that mean nothing to staff: the name shows what was changed. */
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const columns: Column<AuditEntry>[] = [
  {
    label: "What",
    kind: "main",
    cell: ({ action, subject, before, after }) => (
      <>
        <b>{actionLabel(action)}</b> · {subject.name}
        <small>
          {subject.kind}
          {isUuid.test(subject.id) ? "" : ` ${subject.id}`}
        </small>
        {(before !== null || after !== null) && <Changes before={before} after={after} />}
      </>
    ),
  },
  { label: "Who", cell: ({ actor }) => actor.name || actorLabel(actor) },
  { label: "When", cell: ({ at }) => <span className="num">{dateAndTime(at)}</span> },
];

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { log, choices, query, address } = loaderData;
  const [params] = useSearchParams();
  const { entries, older, newer } = log;
  const any = (label: string, values: { value: string; label: string }[]) => [
    { value: "", label },
    ...values,
  ];
  return (
    <ListScreen
      title="Audit log"
      text="Every change made in the back office. The log is permanent and cannot be edited."
      actions={
        <a className="btn btn-secondary" href={`/admin/audit/export.csv?${params}`} download>
          <Icon of={Download} />
          CSV
        </a>
      }
      rows={entries}
      columns={columns}
      rowKey={({ id }) => String(id)}
      rowName={({ subject }) => subject.name}
      address={address}
      paging={{
        previous: newer && entries[0] ? { before: String(entries[0].id) } : null,
        next: older ? { after: String(entries.at(-1)?.id ?? "") } : null,
      }}
      empty="No entries match."
      search={{ label: "Search the audit log", placeholder: "Name or id of what was changed" }}
      filters={[
        {
          name: "admin",
          label: "Who",
          options: any(
            "Everybody",
            choices.actors.map(({ id, name }) => ({ value: id, label: name })),
          ),
        },
        {
          name: "action",
          label: "Action",
          options: any(
            "Every action",
            choices.actions.map((value) => ({ value, label: actionLabel(value) })),
          ),
        },
        {
          name: "kind",
          label: "Subject",
          options: any(
            "Everything",
            choices.kinds.map((value) => ({ value, label: value })),
          ),
        },
      ]}
    >
      <Days from={query.from} to={query.to} />
    </ListScreen>
  );
}

/** What an act changed, one row for each field that differs. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => old.get(name) !== now.get(name),
  );
  if (names.length === 0) return null;
  return (
    <details>
      <summary className="text-micro">What changed</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on phones, also by keys */}
      <section className="list-scroll" aria-label="What changed" tabIndex={0}>
        <table className="plain-table text-micro">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {before !== null && <th scope="col">Before</th>}
              {after !== null && <th scope="col">After</th>}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{fieldWords(name)}</th>
                {before !== null && <td className="whitespace-pre-wrap">{old.get(name) ?? ""}</td>}
                {after !== null && <td className="whitespace-pre-wrap">{now.get(name) ?? ""}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** The values of an entry as texts by field; those of an object within under "address city". */
function fieldsOf(value: unknown, within = ""): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== "object" || Array.isArray(value))
    return new Map([[within || "value", valueWords(value)]]);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    const path = `${within} ${name}`.trim();
    if (inner === null || inner === undefined) fields.set(path, "nothing");
    else for (const [field, words] of fieldsOf(inner, path)) fields.set(field, words);
  }
  return fields;
}

function valueWords(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === "") return "nothing";
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== "object" || one === null);
    if (value.length === 0) return "nothing";
    return isPlain ? value.map(String).join(", ") : JSON.stringify(value, null, 1);
  }
  return String(value);
}

/** "validFrom" as "Valid from". */
function fieldWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_.]/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Date filter of the audit log. Keeps the other filters of the address. */
function Days({ from, to }: { from: string; to: string }) {
  const [params] = useSearchParams();
  const own = new Set(["from", "to", "after", "before"]);
  return (
    <Form method="get" className="flex flex-wrap items-end gap-2 mb-4">
      {[...params].map(([name, value]) =>
        own.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field label="From" type="date" name="from" key={`from ${from}`} defaultValue={from} />
      <Field label="To" type="date" name="to" key={`to ${to}`} defaultValue={to} />
      <button type="submit" className="btn btn-secondary">
        Show these days
      </button>
    </Form>
  );
}
