import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { importWords } from "../../app/back-office/import/import-words.ts";
import { notificationWords } from "../../app/parts/account/notification-words.ts";
import { problemShape, type StoredImportMessage, storedImportMessage } from "../../shop/import/draft.ts";
import { readRemark, refundReasonOf } from "../../shop/orders/remarks/remark.ts";
import { refundReasonText, remarkText } from "../../shop/orders/remarks/remark-words.ts";
import { databaseAt, onDatabase } from "../../test/support/cluster/databases.server.ts";
import { migrate, migrationsFolder } from "../migrate.server.ts";

// Migrations 0171, 0173, 0175 and 0180 on an older database: every event, refund, notification and import is shown as
// before, whether it became a code or stayed text.

const order = "00000000-0000-4000-8000-000000000001";
/** Kind, new value, kind of actor, note, and the code that it becomes; null where it stays text. */
const notes: [string, string | null, string, string | null, string | null][] = [
  ["note", "confirmed by the customer", "customer", null, "confirmed-by-customer"],
  ["status", "cancelled", "system", "not confirmed within 30 minutes", "not-confirmed"],
  ["note", null, "system", "pieces given back: not confirmed within 30 minutes", "units-released"],
  ["status", "cancelled", "customer", "prepared anew", "prepared-anew"],
  ["status", "pending", "staff", "Undone", "undone"],
  [
    "status",
    "cancelled",
    "gateway",
    "The payment came after the time for it, and the pieces were sold meanwhile.",
    "paid-too-late",
  ],
  ["payment", "failed", "gateway", "the bank said no", "bank-refused"],
  ["payment", "failed", "gateway", "given up", "payment-abandoned"],
  ["payment", "failed", "gateway", "the time to pay is over", "payment-expired"],
  ["payment", "pending", "customer", "tried again", "payment-retried"],
  ["payment", "pending", "customer", "to be paid on delivery", "pay-on-delivery"],
  ["payment", "refunded", "gateway", "refund succeeded", "refund-succeeded"],
  ["payment", "completed", "gateway", "refund failed", "refund-failed"],
  ["payment", "completed", "gateway", "pay_12 by upi", "paid"],
  ["payment", "completed", "gateway", "pay_12", "paid"],
  ["payment", "refund_pending", "system", "order cancelled", "refund"],
  ["payment", "refund_pending", "staff", "returned: It is too small", "refund"],
  ["payment", "refund_pending", "staff", "Came torn, says Asha", null],
  ["note", null, "gateway", "another amount came: pay_12 by net banking", "paid-other-amount"],
  ["note", null, "gateway", "paid a second time: pay_12", "paid-again"],
  ["note", null, "system", "money sent back: paid twice", "duplicate-refunded"],
  ["note", null, "staff", "money sent back: she asked", "duplicate-refunded"],
  [
    "note",
    null,
    "system",
    "order cancelled: the money cannot be sent back, cashfree is not set up",
    "refund-impossible",
  ],
  ["note", null, "staff", "mail sent again: shipped", "email-resent"],
  ["note", null, "staff", "Call before noon", null],
  ["return", "requested", "customer", "Exchange of 1 × Tee (size M), for size L", "return-requested"],
  ["return", "approved", "staff", "1 × Tee (size M). Please hurry. Thanks", null],
  ["return", "received", "staff", "2 × Dr. Tee. 1 restocked, 1 written-off", "return-received"],
  ["return", "closed", "staff", "1 × Tee. Refund of ₹1,24,567.50", "return-closed"],
  ["return", "closed", "staff", "1 × Tee. Refund of ₹699.00", "return-closed"],
  ["return", "closed", "staff", "1 × Tee. Nothing to refund", "return-closed"],
  ["return", "closed", "staff", "1 × Tee, for size L. sent by Blue Dart 12", "exchange-sent"],
  ["status", "cancelled", "staff", "Too many shirts", null],
];
const reasons: [string, boolean][] = [
  ["order cancelled", true],
  ["paid twice", true],
  ["another amount than asked", true],
  ["returned: It looks different from its pictures", true],
  ["Came torn", false],
];

/** Title, text, and the code that it becomes; null where it stays text. */
const notifications: [string, string, string | null][] = [
  [
    "Thank you for your order.",
    "We have received your order of ₹1,299.00 and are waiting for your payment. We hold your items for 30 minutes; after that you can still pay while they are in stock.",
    "placed",
  ],
  [
    "Thank you for your order.",
    "We have received your order of ₹12,34,567.89. Please keep the amount ready for the courier.",
    "placed",
  ],
  ["We have received your payment.", "We have received ₹1.00 and are now packing your order.", "paid"],
  ["Your order is on its way.", "You can track it below.", "shipped"],
  ["Your order has been cancelled.", "Nothing will be sent. We are refunding what you paid.", "cancelled"],
  [
    "Your order has been cancelled.",
    "Nothing will be sent, and you do not have to pay anything.",
    "cancelled",
  ],
  ["Your refund is complete.", "₹499.00 has been refunded to your original payment method.", "refunded"],
  ["Two-step login was turned off", "", "two-step-off"],
  ["We cannot accept your request.", "It was worn, sorry.", null],
];

/** The message of an import, and the code that it becomes; null where it stays text. */
const importTexts: [string, string | null][] = [
  [
    "A product can have a size and a colour, so this option is added to the size, as in “M / Slim”.",
    "third-option",
  ],
  ["Longer than 60 characters: the rest is left out.", "too-long"],
  ["the SKU RAN-1 belongs to another variant", "sku-taken"],
  ["orders hold 3 of RAN-1", "stock-held"],
  ["exists already", "exists-already"],
  ["orders hold more than its stock", "held-above-stock"],
  ["a draft without its picture x.jpg", null],
];

/** The outcome of a webhook, and the code that it becomes. */
const outcomes: [string, string][] = [
  ["applied", "applied"],
  ["unknown-order", "unknown-order"],
  ["unknown refund", "unknown-refund"],
  ["refund on its way", "refund-pending"],
  ["refund succeeded", "refund-succeeded"],
  ["failed", "payment-failed"],
  ["too late to matter", "failure-too-late"],
  ["nothing to do", "ignored"],
];

const quoted = (value: string | null) => (value === null ? "null" : `'${value.replaceAll("'", "''")}'`);
const name = `remarks_${randomUUID().replaceAll("-", "")}`;
const url = databaseAt(inject("testCluster").url, name);

beforeAll(async () => {
  await onDatabase(inject("testCluster").url, `create database ${name}`);
  const before = (await readdir(migrationsFolder)).filter((file) => file < "0171" && file.endsWith(".sql"));
  await migrate({ url, only: before });
  await onDatabase(
    url,
    `insert into orders (id, kind, method, placed_at, subtotal, discount, total) values ('${order}', 'cart', 'online', now(), 100, 0, 100);
    ${notes
      .map(
        ([kind, to, actor, note]) =>
          `insert into order_event (order_id, kind, to_value, actor_kind, note)
            values ('${order}', '${kind}', ${quoted(to)}, '${actor}', ${quoted(note)});`,
      )
      .join("\n")}
    ${reasons
      .map(
        (
          [reason],
          at,
        ) => `insert into refund (order_id, provider, provider_payment_id, amount, reason, actor_kind, created_at)
          values ('${order}', 'cashfree', 'p', 1, ${quoted(reason)}, 'system', now() + interval '${at} s');`,
      )
      .join("\n")}
    insert into users (id, name, email) values ('${order}', 'Asha', 'asha@campus.test');
    insert into newsletter_subscriber (id, email, status, asked_at, left_at, created_at)
      values ('${order}', 'asha@campus.test', 'left', now(), now(), now());
    ${notifications
      .map(
        ([title, text], at) => `insert into notifications (id, user_id, kind, title, text, link, created_at)
          values (gen_random_uuid(), '${order}', 'order', ${quoted(title)}, ${quoted(text)}, '/track/${order}', now() + interval '${at} s');`,
      )
      .join("\n")}
    insert into import_run (id, actor_kind, actor_name, file_name, format, mode, rows_read, products_read,
        products_left_out, rows_left_out, problems)
      values ('${order}', 'staff', 'Meera', 'a.csv', 'own', 'both', 1, 1, 0, 0, ${quoted(
        JSON.stringify(
          importTexts.map(([message], row) => ({
            ...{ column: "Name", message, grave: false, count: 1, lines: [{ row, value: "" }] },
          })),
        ),
      )}::jsonb);
    ${importTexts
      .map(
        ([message], at) => `insert into import_product (run_id, position, slug, draft, message)
          values ('${order}', ${at}, 's${at}', '{}', ${quoted(message)});`,
      )
      .join("\n")}
    update refund set last_error = 'cashfree is not set up' where reason = 'paid twice';
    update refund set last_error = 'POST /orders/o/refunds: TimeoutError (request 4f)' where reason = 'Came torn';
    update refund set state = 'failed', last_error = 'asked about r, told about another'
      where reason = 'order cancelled';
    update refund set state = 'failed', last_error = 'POST /orders/o/refunds: 400 not_refundable (request 5a)'
      where reason = 'another amount than asked';
    ${outcomes
      .map(
        ([text]) => `insert into payment_notice (fingerprint, type, body, outcome)
          values (${quoted(text)}, 'PAYMENT', '{}', ${quoted(text)});`,
      )
      .join("\n")}`,
  );
  await migrate({ url });
});
afterAll(async () => {
  await onDatabase(inject("testCluster").url, `drop database ${name}`);
});

test("events are shown as before, and notes that the program wrote become codes", async () => {
  const rows = z
    .array(z.object({ note: z.string().nullable(), remark: z.unknown() }))
    .parse(await onDatabase(url, "select note, remark from order_event order by id"));
  const shown = rows.map(({ note, remark: stored }) => {
    const remark = stored === null ? null : readRemark(stored);
    return [remark ? remarkText(remark) : note, remark?.code ?? null];
  });
  expect(shown).toEqual(notes.map(([, to, , note, code]) => [note ?? to, code]));
  expect(rows.every(({ note, remark }) => (note === null) === (remark !== null))).toBe(true);
});

test("refunds are shown as before, and known reasons become codes", async () => {
  const rows = z
    .array(
      z.object({
        reason: z.string().nullable(),
        cause: z.unknown(),
        last_error: z.string().nullable(),
        pending_reason: z.string().nullable(),
      }),
    )
    .parse(await onDatabase(url, "select * from refund order by created_at"));
  expect(rows.map((row) => [refundReasonText(refundReasonOf(row)), row.reason === null])).toEqual(reasons);
  expect(rows.map(({ pending_reason }) => pending_reason)).toEqual([
    ...[null, "provider-missing", null, null, "provider-unreachable"],
  ]);
  // The provider's own message is unchanged.
  expect(rows.map(({ last_error }) => last_error)).toEqual([
    ...[null, null, "POST /orders/o/refunds: 400 not_refundable (request 5a)", null, null],
  ]);
});

test("the outcome of a webhook becomes a code", async () => {
  const rows = await onDatabase(url, "select fingerprint, outcome from payment_webhook");
  const became = z.array(z.object({ fingerprint: z.string(), outcome: z.string() })).parse(rows);
  expect(became.map(({ fingerprint, outcome }) => [fingerprint, outcome]).sort()).toEqual(
    outcomes.toSorted(),
  );
});

test("a newsletter subscriber with the old status 'left' becomes unsubscribed", async () => {
  const rows = await onDatabase(url, "select status, unsubscribed_at from newsletter_subscriber");
  expect(rows).toEqual([{ status: "unsubscribed", unsubscribed_at: expect.any(Date) }]);
});

test("notifications are shown as before, and known ones become codes", async () => {
  const rows = z
    .array(z.object({ message: z.unknown(), title: z.string().nullable(), text: z.string() }))
    .parse(await onDatabase(url, "select * from notifications order by created_at"));
  const coded = z.object({ code: z.string() });
  expect(
    rows.map((row) => [
      ...Object.values(notificationWords(row)),
      coded.safeParse(row.message).data?.code ?? null,
    ]),
  ).toEqual(notifications);
});

test("import messages are shown as before, and known ones become codes", async () => {
  const rows = z
    .array(z.object({ message: storedImportMessage, problem: problemShape }))
    .parse(
      await onDatabase(
        url,
        "select message, problems->position as problem from import_product join import_run on id = run_id order by position",
      ),
    );
  const code = (message: StoredImportMessage) => (typeof message === "string" ? null : message.code);
  expect(rows.map(({ message }) => [importWords(message), code(message)])).toEqual(importTexts);
  expect(rows.map(({ problem }) => [importWords(problem.message), code(problem.message)])).toEqual(
    importTexts,
  );
});

test("a remark of a newer version and a damaged one are still shown as text", () => {
  for (const [stored, words] of [
    [{ code: "sent-by-drone", height: 30 }, "sent by drone"],
    [{ code: "paid" }, "paid"],
    ["?", "no details"],
  ] as const) {
    expect(remarkText(readRemark(stored))).toBe(words);
  }
  expect(refundReasonText(refundReasonOf({ reason: null, cause: { code: "goodwill-gift" } }))).toBe(
    "goodwill-gift",
  );
  expect(refundReasonText({ code: "returned", reason: "wrong-scent" })).toBe("returned: wrong scent");
});
