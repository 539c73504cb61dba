import type { Services } from "../../../platform/services.server.ts";
import { accountData, deleteAccount } from "../../../shop/accounts/customer/my-data.server.ts";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { forgetWords, wordsOf } from "../../../shop/content/personal-data.server.ts";
import { forgetCustomer, ordersData } from "../../../shop/orders/personal-data.server.ts";
import { forgetReturns, returnsBy } from "../../../shop/returns/personal-data.server.ts";
import { forgetReviewer, reviewsBy } from "../../../shop/reviews/write-review.server.ts";
import { forgetNotices, noticesFor } from "../../../shop/stock-notices/personal-data.server.ts";
import { wishlistOf } from "../../../shop/wishlist/wishlist.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";

/** Everything the shop keeps about a person, noun by noun. A noun that keeps something of people adds its line here. */
export async function exportPersonalData(services: Services, viewer: UserViewer) {
  const [account, cart, wishlist, orders, words, reviews, returns, notices] = await Promise.all([
    accountData(services, viewer.id),
    cartOf(services, viewer.id),
    wishlistOf(services, viewer.id),
    ordersData(services, viewer.id),
    wordsOf(services, viewer.email),
    reviewsBy(services, viewer.id),
    returnsBy(services, viewer.id),
    noticesFor(services, viewer.email),
  ]);
  return {
    madeAt: services.clock.now().toISOString(),
    account,
    cart: cart.lines.map(({ name, size, colour, quantity }) => ({ name, size, colour, quantity })),
    wishlist: wishlist.map(({ name, slug }) => ({ name, slug })),
    orders,
    words,
    reviews,
    returns,
    waitingFor: notices,
  };
}

/**
 * Deletes the account of who asks. What must not go with it, or does not go by itself, is dealt with first and in
 * the same transaction; refusals as in `deleteAccount`,
 * and 'open-orders' while an order is still on its way.
 */
export function deletePersonalData(services: Services, viewer: UserViewer, typedEmail: string) {
  return deleteAccount(services, viewer, typedEmail, forgetCustomer, [
    (db, customer) => forgetWords({ db }, customer),
    (db, customer) => forgetNotices({ db }, customer),
    (db, customer) => forgetReviewer({ db }, customer),
    (db, customer) => forgetReturns(services, db, customer),
    (db, { email }) => services.mail.forget(db, email),
  ]);
}
