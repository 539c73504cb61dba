import type { Services } from "../../../platform/services.server.ts";
import { accountData, deleteAccount } from "../../../shop/accounts/customer/my-data.server.ts";
import { reauthRefusal } from "../../../shop/accounts/reauthenticate.server.ts";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { contentPersonalData, eraseContentPersonalData } from "../../../shop/content/personal-data.server.ts";
import { customerWordsData } from "../../../shop/customers/customer-page.server.ts";
import { deletePastOrders, pastOrdersData } from "../../../shop/customers/import/import-people.server.ts";
import { deleteDraftsFor } from "../../../shop/draft-orders/drafts.server.ts";
import { preferencesOf } from "../../../shop/notifications/preferences.server.ts";
import { deleteBookings } from "../../../shop/order-management/booked-parcels.server.ts";
import { deleteOrderMails, eraseCustomer, ordersData } from "../../../shop/orders/personal-data.server.ts";
import { payoutDetailsOfCustomer } from "../../../shop/payments/payout/payout-details.server.ts";
import { devicesOf } from "../../../shop/push/subscriptions.server.ts";
import { refused } from "../../../shop/refused.ts";
import {
  eraseReturns,
  openReturnsOrRefunds,
  returnsOfCustomer,
} from "../../../shop/returns/personal-data.server.ts";
import { helpfulVotesOf } from "../../../shop/reviews/helpful.server.ts";
import { eraseReviewer, reviewsOfCustomer } from "../../../shop/reviews/write-review.server.ts";
import { deleteStockNotices, stockNoticesOf } from "../../../shop/stock-notices/personal-data.server.ts";
import { wishlistOf } from "../../../shop/wishlist/wishlist.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { notificationWords } from "../../parts/account/notification-words.ts";

/** All personal data of a user, by domain. A domain that stores personal data adds its line here. */
export async function exportPersonalData(services: Services, viewer: UserViewer) {
  const [
    account,
    cart,
    wishlist,
    orders,
    words,
    reviews,
    returns,
    notices,
    devices,
    payouts,
    votes,
    choices,
    pastOrders,
    writtenByStaff,
  ] = await Promise.all([
    accountData(services, viewer.id),
    cartOf(services, viewer.id),
    wishlistOf(services, viewer.id),
    ordersData(services, viewer.id),
    contentPersonalData(services, viewer),
    reviewsOfCustomer(services, viewer.id),
    returnsOfCustomer(services, viewer.id),
    stockNoticesOf(services, viewer.email),
    devicesOf(services, viewer.id),
    payoutDetailsOfCustomer(services, viewer.id),
    helpfulVotesOf(services, viewer.id),
    preferencesOf(services, viewer.id),
    pastOrdersData(services, viewer.email),
    customerWordsData(services, viewer.id),
  ]);
  return {
    madeAt: services.clock.now().toISOString(),
    account: account && {
      ...account,
      notifications: account.notifications.map(({ kind, createdAt, readAt, ...one }) => ({
        kind,
        ...notificationWords(one),
        createdAt,
        readAt,
      })),
    },
    cart: cart.lines.map(({ name, size, colour, quantity }) => ({ name, size, colour, quantity })),
    wishlist: wishlist.map(({ name, slug }) => ({ name, slug })),
    orders,
    pastOrders,
    writtenByStaff,
    words,
    reviews,
    foundHelpful: votes,
    returns,
    refundsSentTo: payouts,
    waitingFor: notices,
    pushDevices: devices,
    notificationChoices: choices,
  };
}

/**
 * Deletes the user's account. Data that must be kept, or is not removed by cascade, is handled first in the same
 * transaction; refusals as in `deleteAccount`, `eraseCustomer` and
 * `openReturnsOrRefunds`, and as in `reauthRefusal`: a session that was left open
 * on a shared device is not enough.
 */
export async function deletePersonalData(
  services: Services,
  viewer: UserViewer,
  { typed, password }: { typed: string; password: string | undefined },
) {
  const { id, sessionId } = viewer;
  const unsure = await reauthRefusal(services.db, { id, sessionId, password });
  if (unsure) return refused(unsure);
  return deleteAccount(
    services,
    viewer,
    typed,
    async (tx, person) => (await openReturnsOrRefunds(tx, person)) ?? eraseCustomer(tx, person),
    [
      (db, customer) => eraseContentPersonalData({ db }, customer),
      (db, customer) => deleteStockNotices({ db }, customer),
      (db, customer) => eraseReviewer({ db }, customer),
      (db, customer) => eraseReturns(services, db, customer),
      (db, customer) => deletePastOrders(db, customer),
      (db, customer) => deleteDraftsFor(db, customer),
      (db, customer) => deleteBookings(db, customer),
      (db, customer) => deleteOrderMails(services, db, customer),
      async (db, { email }) => {
        if (email !== null) await services.mail.forget(db, email);
      },
    ],
  );
}
