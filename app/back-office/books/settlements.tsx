import { href } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import { recentPeriods } from "../../../shop/books/period.ts";
import {
  type ColumnNames,
  kindLabels,
  settlementFields,
  settlementKinds,
  settlementStates,
} from "../../../shop/books/settlement-kinds.ts";
import {
  listSettlementFiles,
  listSettlements,
  settlementSums,
} from "../../../shop/books/settlement-list.server.ts";
import {
  acceptDifference,
  keptColumns,
  saveColumns,
  undoSettlement,
  uploadSettlement,
} from "../../../shop/books/settlements.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import {
  accept,
  type Refusal,
  redirectWithToast,
  refuse,
  refuseFields,
} from "../../http/forms/answer.server.ts";
import { type UploadForm, uploadForm } from "../../http/forms/upload-form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { listPage, oneOf } from "../parts/lists/list-address.ts";
import { May } from "../parts/may.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/settlements";
import { allTime, settlementFilter } from "./settlement-filter.ts";
import { SettlementLines } from "./settlements/lines.tsx";
import {
  SettlementColumns,
  SettlementFiles,
  SettlementSums,
  UploadSettlement,
} from "./settlements/panels.tsx";

const maxMegabytes = 50;
const here = href("/admin/books/settlements");

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const files = await listSettlementFiles(services);
  const { months } = recentPeriods(services.clock.now());
  const options = {
    sorts: ["-day"] as const,
    size: 50,
    filters: {
      kind: settlementKinds,
      state: settlementStates,
      month: [allTime, ...months.map(({ key }) => key)],
      file: files.map(({ id }) => id),
    },
  };
  const [list, gateway, courier] = await Promise.all([
    listPage(request, options, async ({ q, page, size, filters }) => {
      const filter = settlementFilter({ ...filters, q }, services.clock.now());
      const [found, sums] = await Promise.all([
        listSettlements(services, filter, { page, size }),
        settlementSums(services, filter),
      ]);
      return { ...found, sums };
    }),
    keptColumns(services, "gateway"),
    keptColumns(services, "courier"),
  ]);
  return {
    ...list,
    files,
    columns: { gateway, courier },
    months: [
      { value: allTime, label: "All time" },
      ...months.map(({ key, label }) => ({ value: key, label })),
    ],
  };
}

/** The answer to a refused file: what is wrong with it, line by line, or its headings to choose columns from. */
export type FileAnswer = FormAnswer & {
  says?: string;
  problems?: { line: number; says: string }[];
  more?: number;
  headings?: string[];
  guessed?: ColumnNames;
};

const refusals = {
  "not-found": ["settlementGone", 404],
  "not-allowed": ["settlementGone", 403],
  accepted: ["settlementKept", 409],
  busy: ["settlementBusy", 409],
  "changed-meanwhile": ["settlementChanged", 409],
} as const satisfies Record<string, Refusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await uploadForm({ request, context }, maxMegabytes);
  if (!sent) return refuse(["settlementTooLarge", 413, "file"]);
  const { fields } = sent;
  const text = (name: string) => fields.get(name) ?? "";
  const list = here + new URL(request.url).search;
  switch (text("intent")) {
    case "undo": {
      const undone = await undoSettlement(services, actor, text("file"));
      return undone.ok
        ? redirectWithToast(list, "settlementUndone")
        : refuse(refusals[undone.refused], fields);
    }
    case "accept": {
      const note = text("note");
      const what = text("target")
        ? { note, target: text("target") }
        : { note, id: readId(text("id")), seen: text("seen") };
      const done = await acceptDifference(services, actor, what);
      if (done.ok) return accept("settlementAccepted");
      if (done.refused === "empty")
        return refuseFields({ note: "Why is it settled? Please say it in a few words." }, 400, fields);
      return refuse(refusals[done.refused], fields);
    }
    case "columns": {
      const kind = oneOf(settlementKinds, text("kind")) || "gateway";
      const typed = { kind, columns: columnsOf(fields), version: text("version") };
      const saved = await saveColumns(services, actor, typed);
      return saved.ok
        ? redirectWithToast(list, "settlementColumnsSaved")
        : refuse(refusals[saved.refused], fields);
    }
    default:
      return takeFile(services, actor, sent);
  }
}

async function takeFile(
  services: Parameters<typeof uploadSettlement>[0],
  actor: Parameters<typeof uploadSettlement>[1],
  { fields, files, fileNames }: UploadForm,
) {
  const [bytes] = files.get("file") ?? [];
  if (!bytes) return refuse(["settlementNoFile", 400, "file"], fields);
  const kind = oneOf(settlementKinds, fields.get("kind"));
  if (!kind) return refuseFields({ kind: "Whose file is it? Please choose." }, 400, fields);
  const chosen = columnsOf(fields);
  const read = await uploadSettlement(services, actor, {
    kind,
    bytes,
    fileName: fileNames.get("file") ?? "",
    columns: Object.keys(chosen).length > 0 ? chosen : null,
  });
  if (read.ok) return redirectWithToast(`${here}?file=${read.value.id}`, "settlementRead");
  const no = (status: number, more: Omit<FileAnswer, "ok">) =>
    refuseFields({ file: more.says ?? "" }, status, fields, more);
  if (read.refused === "not-allowed" || read.refused === "busy")
    return refuse(refusals[read.refused], fields);
  if (read.refused === "known")
    return no(409, {
      says: `This file was read on ${shortDate(read.uploadedAt)} already, as “${read.fileName}”.`,
    });
  if (read.kind === "wrong")
    return no(400, {
      says: "Nothing was read, because some lines cannot be: see below.",
      problems: read.problems,
      more: read.more,
    });
  return no(
    400,
    read.kind === "columns"
      ? { says: read.says, headings: read.headings, guessed: read.guessed }
      : { says: read.says },
  );
}

const readId = (typed: string) => (/^\d{1,15}$/.test(typed) ? Number(typed) : -1);

/** The columns that a form names; an empty field names none. */
function columnsOf(fields: ReadonlyMap<string, string>): ColumnNames {
  return Object.fromEntries(
    settlementFields.flatMap((field) => {
      const heading = cutText((fields.get(`column.${field}`) ?? "").trim(), 200);
      return heading ? [[field, heading]] : [];
    }),
  );
}

/** What payment providers and couriers paid out, compared with what orders should have brought. */
export default function Settlements({ loaderData, actionData }: Route.ComponentProps) {
  const { files, columns, sums, months, address } = loaderData;
  const kinds = settlementKinds.map((value) => ({ value, label: kindLabels[value] }));
  return (
    <>
      <ScreenHead
        title="Settlements"
        text="What payment providers and couriers paid out, compared with your orders."
        back={{ to: href("/admin/books"), label: "Books" }}
      />
      <div className="panels">
        <May permission="books.settle">
          <UploadSettlement kinds={kinds} />
        </May>
        <SettlementSums sums={sums} address={address} />
      </div>
      <div className="mt-5">
        <SettlementLines shown={loaderData} months={months} kinds={kinds} answer={actionData} />
      </div>
      <div className="panels mt-5">
        <SettlementFiles files={files} />
        <May permission="books.settle">
          <SettlementColumns columns={columns} />
        </May>
      </div>
    </>
  );
}
