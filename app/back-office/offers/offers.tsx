import { Link } from "react-router";
import { lastMoment, shortDate } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import { deleteOffer, startOrEndOffer } from "../../../shop/offers/edit-offer.server.ts";
import type { OfferState } from "../../../shop/offers/offer-form.ts";
import { listOffers, type OfferRow } from "../../../shop/offers/offers.server.ts";
import { accept, refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { servicesContext } from "../../services-context.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { actionsColumn, numberColumn, stateColumn, stateTabs } from "../parts/lists/columns.tsx";
import type { Column } from "../parts/lists/list.tsx";
import { listPage, oneOf } from "../parts/lists/list-address.ts";
import { ListScreen } from "../parts/lists/list-screen.tsx";
import type { Route } from "./+types/offers";

const states = ["running", "coming", "ended"] as const;
const labels: Record<OfferState, string> = { running: "Running", coming: "To come", ended: "Ended" };

export function loader({ request, context }: Route.LoaderArgs) {
  const asked = { sorts: ["-ends"] as const, filters: { state: states }, size: 50 };
  return listPage(request, asked, async ({ q, page, size, filters }) => {
    const state = oneOf(states, filters.state);
    const found = await listOffers(context.get(servicesContext), { q, state, page, size });
    return { rows: found.offers, more: found.more, counts: found.counts };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = fields.get("id") ?? "";
  const intent = fields.get("intent");
  if (intent === "delete") {
    const deleted = await deleteOffer(services, { actor, id });
    return deleted.ok ? accept("offerDeleted") : refuse(["offerGone", 404]);
  }
  if (intent !== "start" && intent !== "end") return refuse(["offerNotNow", 400]);
  const done = await startOrEndOffer(services, { actor, id, action: intent });
  if (done.ok) return accept(intent === "start" ? "offerStarted" : "offerEnded");
  return refuse([done.refused === "not-found" ? "offerGone" : "offerNotNow", 409]);
}

const columns: Column<OfferRow>[] = [
  {
    label: "Offer",
    kind: "main",
    cell: ({ id, title }) => (
      <Link className="link" to={`/admin/offers/${id}`}>
        {title}
      </Link>
    ),
  },
  stateColumn(labels, "running"),
  numberColumn("Off", ({ percent }) => `${percent}%`),
  numberColumn("Products", ({ products }) => grouped(products)),
  {
    label: "Runs",
    cardLabel: true,
    cell: ({ validFrom, validTo }) => (
      <>
        <span className="whitespace-nowrap">{shortDate(validFrom)}</span>{" "}
        <span className="whitespace-nowrap">to {shortDate(lastMoment(validTo))}</span>
      </>
    ),
  },
  actionsColumn((offer) => <OfferActions offer={offer} />),
];

export default function Offers({ loaderData: { counts, ...list }, actionData }: Route.ComponentProps) {
  useLiveUpdates(["products"]);
  return (
    <ListScreen
      title="Offers"
      text="A percentage off the MRP of products, categories or collections."
      actions={
        <Link className="btn btn-primary" to="/admin/offers/new">
          New offer
        </Link>
      }
      answer={useLastAnswer(actionData)}
      {...list}
      rowKey={({ id }) => id}
      rowName={({ title }) => title}
      empty="No offers yet. A new one appears in the shop the minute it starts."
      notFound="No offers found. Try other words or another tab."
      search={{ label: "Search offers", placeholder: "Title" }}
      tabs={stateTabs(states, labels, counts)}
      columns={columns}
    />
  );
}

function OfferActions({ offer: { id, title, state } }: { offer: OfferRow }) {
  return (
    <span className="flex justify-end gap-2 whitespace-nowrap">
      {state === "coming" && (
        <ActionButton fields={{ intent: "start", id }} label={`Start now: ${title}`}>
          Start now
        </ActionButton>
      )}
      {state === "running" && (
        <ActionButton fields={{ intent: "end", id }} label={`End now: ${title}`}>
          End now
        </ActionButton>
      )}
      <Confirm
        id={`delete-${id}`}
        open="Delete"
        openLabel={`Delete ${title}`}
        openClass="btn btn-secondary"
        title={`Delete ${title}?`}
        text="Its prices end immediately. This cannot be undone."
        button="Delete offer"
        fields={{ intent: "delete", id }}
      />
    </span>
  );
}
