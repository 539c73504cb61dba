import { getTableColumns } from "drizzle-orm";
import { isShownTo, type OrderText, orderTexts, textNames } from "../../../../shop/orders/order-fields.ts";
import { orders } from "../../../../shop/orders/tables.server.ts";

/**
 * Whether each column of each table with personal data is exported, erased or retained. One without an entry fails
 * personal-columns.test.ts, which also checks that the entries are true.
 */
export type PersonalTable = {
  /**
   * The rows of a person, as a condition; `$1` is the person's id, `$2` their address (email), `$3` their orders' ids.
   */
  of: string;
  /** Whether the rows are deleted with the account. */
  goes: boolean;
  /** Columns that are in the person's download. */
  exported?: string;
  /** Columns that are erased when the account is deleted. All of them where the row is deleted. */
  forgotten?: string;
  /** Columns that are retained, by reason. */
  retained?: Record<string, string>;
};

const itsOwn = "names the row, not the person";
const law = "orders, payments and documents are kept as the tax law asks, without the person's name";
const supply = "the place of supply, which the tax depends on (CGST Act, IGST Act section 10)";
const ledger = "a ledger that is only added to";
const ofOrder = "order_id = any($3::uuid[])";
const ofGateway = `gateway_order_id in (select gateway_order_id from gateway_order where ${ofOrder})`;
const ofReturn = `return_id in (select id from return_request where ${ofOrder})`;
const own = { of: "user_id = $1::uuid", goes: true };

const columns: Record<string, { name: string }> = getTableColumns(orders);

/** The columns of an order's texts (shop/orders/order-fields.ts) that a condition picks, without those of its parcels. */
function textColumns(picked: (name: OrderText) => boolean): string {
  return textNames
    .filter(picked)
    .flatMap((name) => columns[name]?.name ?? [])
    .join(" ");
}

function isKeptFor(name: OrderText, reason: "tax-record" | "place-of-supply"): boolean {
  const text = orderTexts[name];
  return "kept" in text && text.kept === reason;
}

export const personalTables: Record<string, PersonalTable> = {
  users: {
    of: "id = $1::uuid",
    goes: true,
    exported: "name email email_verified verified_phone role two_factor_enabled created_at",
    forgotten: "id image banned_at updated_at",
  },
  profile: { ...own, exported: "phone", forgotten: "user_id created_at updated_at" },
  customer: {
    ...own,
    exported: "tags note",
    forgotten: "user_id orders spent last_order_at city version",
  },
  session: {
    ...own,
    exported: "id ip_address user_agent created_at updated_at",
    forgotten: "user_id token expires_at second_factor_at",
  },
  credential: {
    ...own,
    exported: "provider_id created_at",
    forgotten:
      "id user_id account_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope password updated_at",
  },
  two_factor: {
    ...own,
    forgotten: "id user_id secret backup_codes verified failed_verification_count locked_until",
  },
  verification: {
    of: "value = $1::text or strpos(value, $2) > 0",
    goes: true,
    forgotten: "id identifier value expires_at created_at updated_at",
  },
  staff_invitation: {
    of: "email = $2::citext",
    goes: true,
    forgotten: "id email role token_hash invited_by created_at expires_at",
  },
  address: {
    ...own,
    exported: "label name phone line1 line2 city state postal_code country is_default",
    forgotten: "id user_id created_at updated_at",
  },
  // The download has a message as its words, under title and text.
  notification: {
    ...own,
    exported: "kind title text created_at read_at",
    forgotten: "id user_id link message",
  },
  cart_line: { ...own, exported: "quantity", forgotten: "id user_id variant_id price_seen created_at" },
  cart_add_key: { ...own, forgotten: "user_id key created_at" },
  wishlist_entry: { ...own, exported: "product_id", forgotten: "id user_id created_at" },
  push_subscription: {
    ...own,
    exported: "endpoint created_at",
    forgotten: "id user_id session_id p256dh auth",
  },
  push_message: {
    of: "subscription_id in (select id from push_subscription where user_id = $1::uuid)",
    goes: true,
    forgotten: "id subscription_id title body path tag created_at kind",
  },
  notification_preference: { ...own, exported: "kind channel enabled", forgotten: "user_id" },
  contact_message: {
    of: "(email = $2 or user_id = $1::uuid)",
    goes: true,
    exported: "name topic subject message quoted left_out created_at",
    forgotten:
      "id ticket email status read_at answered_by_kind answered_by_id answered_by_name conversation_id mail_id message_id proven automatic order_id user_id",
  },
  conversation: {
    of: "email = $2",
    goes: true,
    forgotten: "id email name state waiting assigned_to last_at version claimed",
  },
  conversation_entry: {
    of: "conversation_id in (select id from conversation where email = $2)",
    goes: true,
    exported: "text at",
    forgotten: "id conversation_id kind actor_kind actor_id actor_name mails",
  },
  newsletter_subscriber: {
    of: "email = $2",
    goes: true,
    exported: "status requested_at",
    forgotten: "id email confirmed_at unsubscribed_at created_at",
  },
  newsletter_link: {
    of: "subscriber_id in (select id from newsletter_subscriber where email = $2)",
    goes: true,
    forgotten: "token_hash subscriber_id purpose expires_at used_at created_at",
  },
  stock_notice: {
    of: "email = $2::citext",
    goes: true,
    exported: "created_at",
    forgotten: "variant_id email user_id",
  },
  mail_outbox: {
    of: `lower("to") = $2 or lower(reply_to) = $2`,
    goes: true,
    forgotten:
      "id to subject text html secret created_at sent_at due_at number attempts last_error reply_to kind unsubscribe thread returned_at returned_reason",
  },
  order_key: { ...own, forgotten: "user_id key fingerprint order_id created_at" },
  review: {
    of: "order_line_id in (select id from order_line where order_id = any($3::uuid[]))",
    goes: false,
    exported: "rating comment display_name fit",
    forgotten: "user_id display_name",
    retained: {
      "rating comment fit": "words about goods, shown without a name: others bought by them",
      "id product_id status verified order_line_id created_at version hidden_reason reply replied_at": itsOwn,
    },
  },
  review_photo: {
    of: "review_id in (select id from review where user_id = $1)",
    goes: true,
    exported: "id",
    forgotten: "id review_id position key width height tint",
  },
  review_vote: { ...own, exported: "review_id", forgotten: "user_id" },
  orders: {
    of: "id = any($3::uuid[])",
    goes: false,
    exported: `id method status payment_status placed_at subtotal discount discount_percent discount_max shipping total advance delivery_days updates_by delivered_at created_at ${textColumns((name) => isShownTo(name, "download"))}`,
    forgotten: `user_id updates_by tags ${textColumns((name) => "erasedTo" in orderTexts[name])}`,
    retained: {
      [textColumns((name) => isKeptFor(name, "place-of-supply"))]: supply,
      [`id kind method status payment_status placed_at subtotal discount discount_percent discount_max shipping total advance delivery_days delivered_at created_at updated_at refunded_total channel ${textColumns((name) => isKeptFor(name, "tax-record"))}`]:
        law,
    },
  },
  parcel: {
    of: ofOrder,
    goes: false,
    exported: "state courier tracking_number tracking_link sent_at delivered_at",
    forgotten: "tracking_number tracking_link",
    retained: {
      "id order_id number state courier failure attempts settled sent_at delivered_at ended_at cost": law,
    },
  },
  parcel_line: {
    of: `parcel_id in (select id from parcel where ${ofOrder})`,
    goes: false,
    retained: { "parcel_id order_line_id quantity credited": law },
  },
  courier_booking: {
    of: ofOrder,
    goes: true,
    forgotten:
      "id order_id parcel_id return_id courier reference state told awb shipment carrier error tries tried_at checked_at reached_at pickup_on typed reserved_awb look_again_at second_awbs second_error created_at",
  },
  courier_report: {
    of: `booking_id in (select id from courier_booking where ${ofOrder})`,
    goes: true,
    forgotten: "id booking_id at code words state reason received_at outcome",
  },
  past_order: {
    of: "email = $2::citext",
    goes: true,
    exported: "number email name phone city placed_at state total refunded lines",
    forgotten: "id source imported_at",
  },
  draft_order: {
    of: "user_id = $1::uuid or lower(content ->> 'email') = $2",
    goes: true,
    forgotten:
      "id user_id order_id order_version content version created_at updated_at actor_kind actor_id actor_name",
  },
  payment_link: {
    of: ofOrder,
    goes: false,
    retained: { "token order_id expires_at revoked_at created_at actor_kind actor_id actor_name": itsOwn },
  },
  cod_confirmation: {
    of: ofOrder,
    goes: false,
    retained: { "order_id token asked_at confirm_by confirmed_at": itsOwn },
  },
  order_message: {
    of: ofOrder,
    goes: true,
    exported: "kind channel recipient state created_at sent_at",
    forgotten: "id order_id variables attempts provider_id code settled_at",
  },
  order_line: {
    of: ofOrder,
    goes: false,
    exported: "name sku size colour unit_price quantity total discount",
    retained: {
      "id order_id position product_id variant_id name slug sku size colour picture hsn_code unit_price struck_price offer_percent quantity total discount refunded_quantity refunded_amount":
        law,
    },
  },
  order_event: {
    of: ofOrder,
    goes: false,
    exported: "at kind from_value to_value",
    retained: {
      "id order_id at actor_kind actor_id actor_name kind from_value to_value remark note": `${ledger}; it has no names of customers, and staff write none into notes`,
    },
  },
  coupon_use: {
    of: ofOrder,
    goes: false,
    forgotten: "user_id",
    retained: { "coupon_code order_id amount": law },
  },
  reservation: {
    of: ofOrder,
    goes: false,
    retained: { "order_id variant_id quantity state expires_at created_at checked_at": itsOwn },
  },
  gateway_order: {
    of: ofOrder,
    goes: false,
    retained: {
      "gateway_order_id order_id provider amount currency session_id state expires_at created_at checked_at undecided":
        law,
    },
  },
  received_payment: {
    of: ofOrder,
    goes: false,
    retained: {
      "provider provider_payment_id order_id gateway_order_id amount currency method effect at": law,
    },
  },
  failed_payment: {
    of: ofGateway,
    goes: false,
    retained: { "provider provider_payment_id gateway_order_id at": law },
  },
  refund: {
    of: ofOrder,
    goes: false,
    retained: {
      "id order_id provider gateway_order_id provider_payment_id amount reason cause actor_kind actor_id actor_name state last_error pending_reason pending_since created_at settled_at checked_at retry_of cancellation":
        law,
    },
  },
  // The download has the details under the names of their parts.
  payout_details: { ...own, exported: "order_id given_at", forgotten: "user_id details" },
  refund_line: {
    of: `refund_id in (select id from refund where ${ofOrder})`,
    goes: false,
    retained: { "refund_id order_line_id quantity amount": law },
  },
  line_disposition: {
    of: ofOrder,
    goes: false,
    retained: { "id order_id order_line_id quantity disposition cause cause_id at": law },
  },
  payment_webhook: {
    of: ofGateway,
    goes: false,
    retained: {
      "id fingerprint type gateway_order_id body received_at processed_at outcome":
        "proof of what the gateway said; swept 90 days after it was dealt with",
    },
  },
  invoice: {
    of: ofOrder,
    goes: false,
    retained: {
      "id kind order_id refund_id number financial_year issued_at total snapshot taxable tax search_text":
        "a tax document is kept as it was given out (CGST Rules, rule 56)",
    },
  },
  return_request: {
    of: ofOrder,
    goes: false,
    exported: "order_id kind reason details state created_at",
    forgotten: "details answer tracking_number tracking_link pickup_number pickup_link",
    retained: {
      "id order_id form_key kind reason state refund_id courier pickup_courier pickup_failure pickup_cost created_at decided_at sent_at received_at closed_at":
        law,
    },
  },
  return_line: {
    of: ofReturn,
    goes: false,
    retained: {
      "return_id order_line_id quantity exchange_variant_id exchange_size exchange_colour condition": law,
    },
  },
  return_photo: { of: ofReturn, goes: true, forgotten: "return_id position key width height" },
  stock_movement: {
    of: "source_id = any($3::uuid[])",
    goes: false,
    retained: {
      "id variant_id sku delta actor_kind actor_id actor_name reason code at source_id kind": ledger,
    },
  },
};

const standIn = "the demo's own gateway; a live shop has no rows there";

/** Tables that look as if they held something of customers, and why they need no columns above. */
export const impersonalTables: Record<string, string> = {
  audit_entry: "what staff did, for good; a customer is named in it only as the one it was done to",
  faq_order: "the order of the questions on the FAQ page",
  cod_rule: "the owner's rules for cash on delivery",
  waiting_invoice: "which shipped orders have no tax invoice yet",
  staff_notice: "what a member of the team was told; goes with the account",
  staff_notice_choice: "what a member of the team wants to be told; goes with the account",
  saved_view: "staff's own work; goes with the account",
  list_choice: "how a member of the team sees a list; goes with the account",
  staff_notice_cursor: "up to when the team was told",
  provider_credentials: "the shop's keys at its providers",
  settlement_file: "staff's own work",
  settlement_line: "payments by their ids and amounts; names no customer",
  file_columns: "headings of files",
  customer_group: "rules of staff; names no customer",
  import_run: "staff's own work",
  import_fetch: "addresses of product pictures",
  bulk_edit: "staff's own work",
  publication_version: "staff's own work",
  import_product: "staff's own work",
  "local_gateway.webhook": standIn,
  "local_gateway.orders": standIn,
  "local_gateway.payment": standIn,
  "local_gateway.refund": standIn,
  "local_gateway.shipment": standIn,
  "local_gateway.stand_in_record": "the demo's own stand-ins; a live shop has no rows there",
};
