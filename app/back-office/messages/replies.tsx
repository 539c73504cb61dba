import { href, Link } from "react-router";
import { type SavedReply, savedReplies } from "../../../shop/content/inbox/saved-replies.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Column } from "../parts/lists/list.tsx";
import { listPage } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/replies";

export function loader({ request, context }: Route.LoaderArgs) {
  return listPage(request, { sorts: ["name"] as const, filters: {}, size: 100 }, async () => ({
    rows: await savedReplies(context.get(servicesContext)),
    more: false,
  }));
}

const columns: Column<SavedReply>[] = [
  {
    label: "Reply",
    kind: "main",
    cell: ({ id, name, text }) => (
      <div className="row-words">
        <Link className="link" to={href("/admin/messages/replies/:id", { id })}>
          {name}
        </Link>
        <p>{text}</p>
      </div>
    ),
  },
];

export default function SavedReplies({ loaderData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Saved replies"
      text="Texts to put into an answer."
      back={{ to: href("/admin/messages"), label: "Messages" }}
      actions={
        <Link className="btn btn-primary" to={href("/admin/messages/replies/:id", { id: "new" })}>
          New reply
        </Link>
      }
      {...loaderData}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      empty="No saved replies yet. Write one for what customers often ask, such as when a parcel comes."
      columns={columns}
    />
  );
}
