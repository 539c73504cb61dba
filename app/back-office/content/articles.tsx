import { Link } from "react-router";
import { categoryLabel } from "../../../shop/content/blog/article.ts";
import { type ArticleState, listArticles } from "../../../shop/content/blog/edit-article.server.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { servicesContext } from "../../services-context.ts";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/articles";

const labels: Record<ArticleState, string> = {
  draft: "Draft",
  planned: "Scheduled",
  published: "Published",
};
const size = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, { sorts: ["-published"], filters: {} });
  const { q, page } = address;
  const { articles, more } = await listArticles(context.get(servicesContext), { q, page, size });
  return { address, articles, paging: pagesOf(page, size, more) };
}

export default function Articles({ loaderData: { address, articles, paging } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Content"
        text="Blog articles. Prices, policies and the home page texts are in Settings."
      >
        <Link className="btn btn-secondary" to="/admin/content/faq">
          Questions
        </Link>
        <Link className="btn btn-primary" to="/admin/content/articles/new">
          New article
        </Link>
      </ScreenHead>
      <List
        label="Articles"
        rows={articles}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        address={address}
        paging={paging}
        empty="No articles yet."
        search={{ label: "Search articles", placeholder: "Words of the title" }}
        columns={[
          {
            key: "title",
            label: "Title",
            kind: "main",
            cell: ({ id, title }) => (
              <Link className="link" to={`/admin/content/articles/${id}`}>
                {title}
              </Link>
            ),
          },
          { key: "category", label: "Category", cell: ({ category }) => categoryLabel(category) },
          {
            key: "state",
            label: "Status",
            cell: ({ state }) => (
              <span className={`badge ${state === "published" ? "ok" : "info"}`}>{labels[state]}</span>
            ),
          },
          {
            key: "at",
            label: "Comes out",
            cell: ({ publishedAt }) => (publishedAt ? dateAndTime(publishedAt) : "—"),
          },
        ]}
      />
    </>
  );
}
