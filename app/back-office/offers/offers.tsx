import { data, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { grouped } from "../../../shop/money.ts";
import { deleteOffer, startOrEndOffer } from "../../../shop/offers/edit-offer.server.ts";
import type { OfferState } from "../../../shop/offers/offer-form.ts";
import { listOffers, type OfferRow } from "../../../shop/offers/offers.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { useLiveUpdates } from "../../web/use-live-updates.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { List } from "../parts/list.tsx";
import { pagesOf, readListAddress } from "../parts/list-address.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/offers";

const states = ["running", "coming", "ended"] as const;
const labels: Record<OfferState, string> = { running: "Running", coming: "To come", ended: "Ended" };
const size = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const address = readListAddress(new URL(request.url).searchParams, {
    sorts: ["-ends"],
    filters: { state: states },
  });
  const state = states.find((each) => each === address.filters.state) ?? "";
  const { q, page } = address;
  const found = await listOffers(context.get(servicesContext), { q, state, page, size });
  return { address, ...found, paging: pagesOf(page, size, found.more) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = fields.get("id") ?? "";
  const intent = fields.get("intent");
  if (intent === "delete") {
    const deleted = await deleteOffer(services, { actor, id });
    return deleted.ok
      ? { toast: messages.offerDeleted }
      : data({ toast: messages.offerGone }, { status: 404 });
  }
  if (intent !== "start" && intent !== "end") return data({ toast: messages.offerNotNow }, { status: 400 });
  const done = await startOrEndOffer(services, { actor, id, action: intent });
  if (done.ok) return { toast: intent === "start" ? messages.offerStarted : messages.offerEnded };
  return data(
    { toast: done.refused === "not-found" ? messages.offerGone : messages.offerNotNow },
    { status: 409 },
  );
}

export default function Offers({ loaderData, actionData }: Route.ComponentProps) {
  const { address, offers, counts, paging } = loaderData;
  useLiveUpdates(["products"]);
  useToast(actionData?.toast);
  return (
    <>
      <ScreenHead title="Offers" text="A percentage off the MRP of products, categories or collections.">
        <Link className="btn btn-primary" to="/admin/offers/new">
          New offer
        </Link>
      </ScreenHead>
      <List
        label="Offers"
        rows={offers}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        address={address}
        paging={paging}
        empty="No offers yet. A new one appears in the shop the minute it starts."
        search={{ label: "Search offers", placeholder: "Title" }}
        tabs={{
          name: "state",
          tabs: [
            { value: "", label: "All", count: counts.running + counts.coming + counts.ended },
            ...states.map((state) => ({ value: state, label: labels[state], count: counts[state] })),
          ],
        }}
        columns={[
          {
            key: "title",
            label: "Offer",
            kind: "main",
            cell: ({ id, title }) => (
              <Link className="link" to={`/admin/offers/${id}`}>
                {title}
              </Link>
            ),
          },
          {
            key: "state",
            label: "Status",
            cell: ({ state }) => (
              <span className={`badge ${state === "running" ? "ok" : "info"}`}>{labels[state]}</span>
            ),
          },
          {
            key: "percent",
            label: "Off",
            kind: "number",
            cardLabel: true,
            cell: ({ percent }) => `${percent}%`,
          },
          {
            key: "products",
            label: "Products",
            kind: "number",
            cardLabel: true,
            cell: ({ products }) => grouped(products),
          },
          { key: "from", label: "From", cardLabel: true, cell: ({ validFrom }) => shortDate(validFrom) },
          { key: "to", label: "To", cardLabel: true, cell: ({ validTo }) => shortDate(validTo) },
          {
            key: "actions",
            label: "Actions",
            quietLabel: true,
            cell: (offer) => <OfferActions offer={offer} />,
          },
        ]}
      />
    </>
  );
}

function OfferActions({ offer: { id, title, state } }: { offer: OfferRow }) {
  return (
    <span className="row-actions">
      {state === "coming" && (
        <ActionButton fields={{ intent: "start", id }} label={`Start ${title} now`}>
          Start now
        </ActionButton>
      )}
      {state === "running" && (
        <ActionButton fields={{ intent: "end", id }} label={`End ${title} now`}>
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
