import { href, Link } from "react-router";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../../shop/access/actor.ts";
import { addEachToCart } from "../../shop/cart/add-each.server.ts";
import { plural } from "../../shop/money.ts";
import {
  addToWishlist,
  removeFromWishlist,
  wishlistProductIds,
} from "../../shop/wishlist/wishlist.server.ts";
import { wishlistPage } from "../../shop/wishlist/wishlist-page.server.ts";
import { type FormOutcome, formResponse, guestResponse } from "../http/forms/answer.server.ts";
import { readSmallForm, signedInScreen } from "../http/forms/small-form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { useLiveUpdates } from "../http/live/use-live-updates.ts";
import { addedAll } from "../parts/messages/added-toasts.ts";
import { PageHead } from "../parts/page-head.tsx";
import { PendingIntentForm } from "../parts/pending-intent-form.tsx";
import { AddAll, WishlistItem } from "../parts/wishlist/wishlist-item.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/wishlist";

const path = href("/wishlist");

/** Signed-in users only (specification, Wishlist). */
export async function loader(asked: Route.LoaderArgs) {
  const { services, viewer, pendingIntent } = signedInScreen(asked);
  return { items: await wishlistPage(services, viewer.id), pendingIntent };
}

export async function action(asked: Route.ActionArgs) {
  const { services, https, fields, viewer } = await readSmallForm(asked);
  if (viewer.kind === "guest") {
    // After signing in the item is added, not toggled: a second submit must not remove it.
    return guestResponse(new Map(fields).set("intent", "add"), "wishlist", path, https);
  }
  return formResponse(fields, await handleWishlistForm(services, viewer, fields), path, https);
}

type Ports = Pick<Services, "db" | "clock">;

/** Handles the wishlist's forms and chooses the specification's message. */
async function handleWishlistForm(
  ports: Ports,
  customer: Customer,
  fields: Map<string, string>,
): Promise<FormOutcome> {
  const product = fields.get("product") ?? "";
  switch (fields.get("intent")) {
    case "add": {
      const put = await addToWishlist(ports, customer, product);
      return { ok: put.ok, message: put.ok ? "wishAdded" : "wishFailed" };
    }
    case "remove":
      await removeFromWishlist(ports, customer, product);
      return { ok: true, message: "wishRemoved" };
    case "add-all": {
      const ids = await wishlistProductIds(ports, customer.id);
      const done = await addEachToCart(ports, customer, ids, chosenOptions(fields, ids));
      // Shown on the page, because a list of skipped items with reasons is too long for a toast.
      return { ok: done.added > 0, message: "cartAdded", ...addedAll(done), onPage: true };
    }
    default:
      return { ok: false, message: "wishFailed" };
  }
}

/** What was chosen on the cards of these products, by their ids. */
function chosenOptions(fields: Map<string, string>, ids: readonly string[]) {
  return new Map(
    ids.map((id) => [
      id,
      { size: fields.get(`size-${id}`) || null, colour: fields.get(`colour-${id}`) || null },
    ]),
  );
}

export default function Wishlist({ loaderData: { items, pendingIntent }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  useLiveUpdates(["products"]);
  const head = <PageHead title="Wishlist" description="Things you like, saved for later." path={path} />;
  if (pendingIntent) {
    return (
      <>
        {head}
        <PendingIntentForm
          action={path}
          {...pendingIntent}
          title="Add this to your wishlist?"
          button="Add to wishlist"
        />
      </>
    );
  }
  if (items.length === 0) {
    return (
      <>
        {head}
        <EmptyState
          level={1}
          title="Your wishlist is empty"
          text="Tap the heart on anything you like, and you will find it here."
          link={{ to: href("/shop"), label: "Continue Shopping" }}
        />
      </>
    );
  }
  return (
    <div className="wrap">
      {head}
      <div className="flex flex-wrap items-end justify-between gap-4 pt-5 pb-3">
        <div>
          <h1>Wishlist</h1>
          <p className="mt-1 muted" role="status">
            {plural(items.length, "item")}
          </p>
        </div>
        <AddAll answered={answer} />
      </div>
      <h2 className="sr-only">Products</h2>
      <ul className="product-grid four">
        {items.map((item) => (
          <WishlistItem key={item.card.id} {...item} />
        ))}
      </ul>
      <p className="mt-6 text-center">
        <Link className="link" to={href("/shop")}>
          Continue Shopping
        </Link>
      </p>
    </div>
  );
}
