import { Link } from "react-router";
import { type ArticleState, listArticles } from "../../../shop/content/blog/edit-article.server.ts";
import { dateAndTime } from "../../../shop/dates.ts";
import { servicesContext } from "../../services-context.ts";
import { stateColumn } from "../parts/lists/columns.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/articles";

const labels: Record<ArticleState, string> = {
  draft: "Draft",
  planned: "Scheduled",
  published: "Published",
};

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["-published"], size: 50 }, async (asked) => {
    const { articles: rows, more } = await listArticles(context.get(servicesContext), asked);
    return { rows, more };
  });
}

const parts = [
  { to: "/admin/content/pages", label: "Pages" },
  { to: "/admin/content/policies", label: "Policies" },
  { to: "/admin/content/home", label: "Home page" },
  { to: "/admin/content/menus/header", label: "Menus" },
  { to: "/admin/content/announcement", label: "Announcement" },
  { to: "/admin/content/emails", label: "Emails" },
  { to: "/admin/content/faq", label: "Questions" },
  { to: "/admin/content/redirects", label: "Redirects" },
];

export default function Articles({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Content"
      text="Blog articles; the home page, your own pages, the policies, the menus, the announcement, the emails, the questions of the FAQ, and redirects."
      actions={
        <Link className="btn btn-primary" to="/admin/content/articles/new">
          New article
        </Link>
      }
      moreActions={parts.map(({ to, label }) => (
        <Link key={to} className="btn btn-secondary" to={to}>
          {label}
        </Link>
      ))}
      label="Articles"
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      empty="No articles yet. The first one appears at /blog once it is published."
      notFound="No articles found. Try other words."
      search={{ label: "Search articles", placeholder: "Words of the title" }}
      columns={[
        {
          label: "Title",
          kind: "main",
          cell: ({ id, title }) => (
            <Link className="link" to={`/admin/content/articles/${id}`}>
              {title}
            </Link>
          ),
        },
        { label: "Category", cell: ({ category }) => category },
        stateColumn(labels, "published"),
        { label: "Publish date", cell: ({ publishedAt }) => (publishedAt ? dateAndTime(publishedAt) : "—") },
      ]}
    />
  );
}
