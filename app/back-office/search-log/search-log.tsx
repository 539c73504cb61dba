import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import { reportedDays, type SearchRow, searchReport } from "../../../shop/search-log/search-log.server.ts";
import { servicesContext } from "../../services-context.ts";
import { numberColumn } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { pagesOf, readListAddress } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/search-log";

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts: ["-searches"],
    filters: { found: ["nothing"], days: ["7", "90"] },
  });
  const { found, days } = address.filters;
  const rows = await searchReport(context.get(servicesContext), {
    days: reportedDays.find((each) => String(each) === days) ?? 30,
    empty: found === "nothing",
  });
  return { address, rows, paging: pagesOf(1, rows.length, false) };
}

const columns: Column<SearchRow>[] = [
  {
    label: "Search term",
    kind: "main",
    cell: ({ query }) => (
      <Link className="link" to={`${href("/shop")}?${new URLSearchParams({ q: query })}`}>
        {query}
      </Link>
    ),
  },
  numberColumn("Searches", ({ searches }) => grouped(searches)),
  numberColumn("Results", ({ results }) => grouped(results)),
  { label: "Last searched", cardLabel: true, cell: ({ last }) => shortDate(last) },
  {
    label: "Answer",
    cell: ({ query }) => (
      <Link
        className="link"
        to={`${href("/admin/searches/answer")}?${new URLSearchParams({ q: query })}`}
        aria-label={`Answer ${query}`}
      >
        Answer
      </Link>
    ),
  },
];

export default function SearchLog({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Searches"
      text="What people search for: a sample of one in four searches, without personal data. Kept for 90 days."
      moreActions={
        <>
          <Link className="btn btn-secondary" to={href("/admin/searches/types")}>
            Product types
          </Link>
          <Link className="btn btn-secondary" to={href("/admin/searches/synonyms")}>
            Synonyms and redirects
          </Link>
        </>
      }
      {...loaderData}
      rowKey={({ query }) => query}
      rowName={({ query }) => query}
      empty="No searches in this period."
      tabs={{
        name: "found",
        tabs: [
          { value: "", label: "All" },
          { value: "nothing", label: "Found nothing" },
        ],
      }}
      filters={[
        {
          name: "days",
          label: "Days",
          options: [
            { value: "", label: "30 days" },
            { value: "7", label: "7 days" },
            { value: "90", label: "90 days" },
          ],
        },
      ]}
      columns={columns}
    />
  );
}
