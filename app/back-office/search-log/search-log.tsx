import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import { reportedDays, searchReport } from "../../../shop/search-log/search-log.server.ts";
import { servicesContext } from "../../services-context.ts";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
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

export default function SearchLog({ loaderData: { address, rows, paging } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Searches"
        text="What people search for: a sample of one in four searches, without personal data. Kept for 90 days."
      >
        <Link className="btn btn-secondary" to={href("/admin/searches/synonyms")}>
          Words that mean the same
        </Link>
      </ScreenHead>
      <List
        label="Searches"
        rows={rows}
        rowKey={({ query }) => query}
        rowName={({ query }) => query}
        address={address}
        paging={paging}
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
        columns={[
          {
            key: "query",
            label: "Looked for",
            kind: "main",
            cell: ({ query }) => (
              <Link className="link" to={`${href("/shop")}?${new URLSearchParams({ q: query })}`}>
                {query}
              </Link>
            ),
          },
          {
            key: "searches",
            label: "Times",
            kind: "number",
            cardLabel: true,
            cell: ({ searches }) => grouped(searches),
          },
          {
            key: "results",
            label: "Found",
            kind: "number",
            cardLabel: true,
            cell: ({ results }) => grouped(results),
          },
          { key: "last", label: "Last", cardLabel: true, cell: ({ last }) => shortDate(last) },
        ]}
      />
    </>
  );
}
