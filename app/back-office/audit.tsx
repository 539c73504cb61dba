import { Download } from "lucide";
import { useSearchParams } from "react-router";
import { actorLabel } from "../../shop/access/actor.ts";
import { actionLabel, actWords, kindLabel } from "../../shop/audit/act-words.ts";
import { changedFields, fieldWords } from "../../shop/audit/changed-fields.ts";
import { type AuditEntry, auditChoices, auditLog } from "../../shop/audit/read-audit.server.ts";
import { dateAndTime } from "../../shop/dates.ts";
import { plural } from "../../shop/money.ts";
import { servicesContext } from "../services-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/audit";
import { readAuditQuery } from "./audit/audit-address.ts";
import { DaysFilter } from "./parts/lists/days-filter.tsx";
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

const columns: Column<AuditEntry>[] = [
  {
    label: "What",
    kind: "main",
    cell: (entry) => <Act entry={entry} />,
  },
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
      text="Every change made in the back office, one entry for each act. The log is permanent and cannot be edited."
      moreActions={
        <>
          <DaysFilter from={query.from} to={query.to} />
          <a className="btn btn-secondary" href={`/admin/audit/export.csv?${params}`} download>
            <Icon of={Download} />
            Export CSV
          </a>
        </>
      }
      tableClass="list-table audit-table"
      rows={entries}
      columns={columns}
      rowKey={({ id }) => String(id)}
      rowName={({ action, parts, count }) => actWords(action, parts, count)}
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
            choices.kinds.map((value) => ({ value, label: kindLabel(value) })),
          ),
        },
      ]}
    />
  );
}

/** An act on one line, with what it changed when it is opened. */
function Act({ entry: { actor, action, parts, count } }: { entry: AuditEntry }) {
  const words = (
    <>
      <b>{actor.name || actorLabel(actor)}</b> {actWords(action, parts, count)}
    </>
  );
  const hasChanges = count > 1 || parts.some((part) => changedFields(part).length > 0);
  if (!hasChanges) return words;
  return (
    <details className="audit-act">
      <summary>
        <span className="grow">{words}</span>
        <small>What changed</small>
      </summary>
      <Changes parts={parts} count={count} />
    </details>
  );
}

/** What an act changed: a row for each field that differs, of each record. */
function Changes({ parts, count }: Pick<AuditEntry, "parts" | "count">) {
  const rows = parts.flatMap((part, at) =>
    changedFields(part).map((change) => ({
      ...change,
      name: part.subject.name,
      key: `${at} ${change.field}`,
    })),
  );
  const isMany = count > 1;
  const hasBefore = parts.some(({ before }) => before !== null);
  const hasAfter = parts.some(({ after }) => after !== null);
  // Records of which only the name was stored.
  const names = rows.length === 0 ? parts.map(({ subject }) => subject.name) : [];
  return (
    <>
      {names.length > 0 && <p className="text-micro">{names.join(", ")}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on phones, also by keys
        <section className="list-scroll" aria-label="What changed" tabIndex={0}>
          <table className="plain-table text-micro">
            <thead>
              <tr>
                {isMany && <th scope="col">Record</th>}
                <th scope="col">Field</th>
                {hasBefore && <th scope="col">Before</th>}
                {hasAfter && <th scope="col">After</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, field, before, after }) => (
                <tr key={key}>
                  {isMany && <td>{name}</td>}
                  <th scope="row">{fieldWords(field)}</th>
                  {hasBefore && <td className="whitespace-pre-wrap">{before}</td>}
                  {hasAfter && <td className="whitespace-pre-wrap">{after}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {count > parts.length && (
        <p className="text-micro muted">
          And {plural(count - parts.length, "more record")}; the CSV has all.
        </p>
      )}
    </>
  );
}
