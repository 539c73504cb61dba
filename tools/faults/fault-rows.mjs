// The rows of tools/reports/reliability.md: the target of each, and its tests. Tests: [project, file, part of the test's full
// name]. Without a name the whole file counts. `needs`: programs that npm does not install, and their Debian packages;
// without them the row is reported as not run. `longOnly`: only in `npm run faults`.
const orders = ["faults", "test/faults/orders.test.ts"];
const payments = ["faults", "test/faults/payments.test.ts"];
const kill = ["faults", "test/faults/kill.test.ts"];
const access = ["http", "test/http/accounts/access.test.ts"];

/**
 * @type {{ id: string, what: string, wanted: string, tests: (string[] & { 0: string, 1: string })[], needs?: string[],
 *   packages?: string, longOnly?: boolean }[]}
 */
export const rows = [
  {
    id: "race",
    what: "200 buyers of 10 units at two processes, 20 times",
    wanted: "exactly 10 orders, no 5xx",
    tests: [[...orders, "buyers race for ten units"]],
  },
  {
    id: "once",
    what: "one idempotency key 50 times at once; 50 keys from two tabs on one cart",
    wanted: "1 order each",
    tests: [[...orders, "one key fifty times"]],
  },
  {
    id: "pairs",
    what: "every writing call against itself and every other, 30 rounds",
    wanted: "the invariants hold",
    tests: [["faults", "test/faults/rules/pairs.test.ts"]],
  },
  {
    id: "carts",
    what: "400 five-line carts over 20 hot products",
    wanted: "no deadlock reaches a customer, each under 5 s",
    tests: [[...orders, "carts of five lines"]],
  },
  {
    id: "model",
    what: "steps of customers and staff in any order, against a model",
    wanted: "5,000 sequences, no divergence",
    tests: [["faults", "test/faults/rules/model.test.ts"]],
  },
  {
    id: "demo-history",
    what: "800 orders in every state, each posted again",
    wanted: "the invariants hold; nothing more is posted",
    tests: [["faults", "test/faults/rules/demo-history.test.ts"]],
  },
  {
    id: "paise",
    what: "properties of money: offers, coupons, allocation, refunds",
    wanted: "1,000,000 cases each, no drift",
    tests: ["totals", "pricing.test", "gst.test", "refund-of-line", "document-lines"].map((file) => [
      "unit",
      file,
    ]),
  },
  {
    id: "kill",
    what: "kill -9 during checkouts (50) and at five points (20 each)",
    wanted: "no order lost or twice, no double charge, back in 5 s",
    tests: [kill],
  },
  {
    id: "database",
    what: "PostgreSQL stopped (immediate) 20 times under load",
    wanted: "nothing acknowledged lost; 503; back within 2 s of it",
    tests: [["faults", "test/faults/machine/database-stops.test.ts"]],
  },
  {
    id: "silent-database",
    what: "the database's machine gone, another at its address",
    wanted: "pages from memory; orders placed within 50 s",
    tests: [["faults", "test/faults/machine/silent-database.test.ts"]],
  },
  {
    id: "failover",
    what: "the primary under Patroni killed 20 times, frozen and switched 3 times, under orders",
    wanted: "nothing acknowledged lost or doubled; orders within 15 s; pages 200",
    tests: [["faults", "test/faults/machine/failover.test.ts"]],
    needs: ["patroni", "etcd", "haproxy", "pg_ctl"],
    packages: "patroni etcd-server haproxy postgresql-15",
    longOnly: true,
  },
  {
    id: "webhook",
    what: "a webhook 100 times; 720 orders of arrival; forged, altered, unsigned",
    wanted: "one effect; the same end state; none accepted",
    tests: [
      [...payments, "one webhook a hundred times"],
      [...payments, "six webhooks in every order"],
      [...payments, "forged, altered and unsigned"],
    ],
  },
  {
    id: "amount",
    what: "amount off by one paisa, another currency, another order",
    wanted: "never paid, flagged",
    tests: [
      [...payments, "never pays, however well"],
      [...payments, "a payment of another order"],
    ],
  },
  {
    id: "three-ways",
    what: "webhook, return and reconciler together, 500 orders",
    wanted: "one completion each",
    tests: [[...payments, "webhook, return and reconciler"]],
  },
  {
    id: "lost-webhooks",
    what: "every webhook lost",
    wanted: "the reconciler finds 200 of 200",
    tests: [[...payments, "every webhook lost"]],
  },
  {
    id: "access",
    what: "every role, route and own, other's, random, malformed id",
    wanted: "no deviation from the table",
    tests: [
      ["architecture", "test/architecture/access.test.ts", "every route has its row"],
      [...access, "who may open what"],
      [...access, "who may send what"],
      ["http", "test/http/accounts/owners.test.ts"],
      ["http", "test/http/accounts/order-owners.test.ts"],
    ],
  },
  {
    id: "fuzz",
    what: "10,000 fuzzed requests over all routes",
    wanted: "no 5xx, none over 1 s",
    tests: [["faults", "test/faults/attacks/from-outside.test.ts", "strange requests"]],
  },
  {
    id: "markup",
    what: "40 XSS payloads in every text field, also in JSON-LD, mail, chat link, CSV",
    wanted: "none runs, no CSP report",
    tests: [["faults", "test/faults/attacks/markup.test.ts"]],
  },
  {
    id: "foreign",
    what: "cross-origin POST on every writing route; 200 redirect payloads",
    wanted: "none succeeds",
    tests: [
      [...access, "a cross-site form submission"],
      [...access, "the next parameter never redirects off the site"],
    ],
  },
  {
    id: "brute-force",
    what: "brute force on one account, also with 1,000 spoofed X-Forwarded-For",
    wanted: "at most 10 tries of an account in 15 min; others unaffected",
    tests: [
      ["http", "test/http/accounts/accounts.test.ts", "an account allows ten failed logins"],
      ["faults", "test/faults/attacks/from-outside.test.ts", "a password is tried"],
    ],
  },
  {
    id: "logins",
    what: "60 logins at once",
    wanted: "catalogue p95 under 300 ms meanwhile",
    tests: [["faults", "test/faults/crowd/crowd.test.ts", "60 log in at once"]],
  },
  {
    id: "uploads",
    what: "200 bad uploads; 500 aborted",
    wanted: "only re-encoded pictures stored, no file left over",
    tests: [
      ["http", "test/http/back-office/uploads.test.ts"],
      ["unit", "save-picture.server.test"],
      ["faults", "test/faults/attacks/from-outside.test.ts", "uploads that break off"],
    ],
  },
  {
    id: "slow-senders",
    what: "slowloris, 1,000 connections",
    wanted: "others' p95 under 300 ms",
    tests: [["faults", "test/faults/crowd/crowd.test.ts", "drop by drop"]],
  },
  {
    id: "streams",
    what: "1,000 event streams, random cuts, server restarts",
    wanted: "no change missed after reconnect, p99 under 500 ms",
    tests: [["faults", "test/faults/crowd/streams.test.ts"]],
  },
  {
    id: "overload",
    what: "ten times the load it can carry",
    wanted: "80 % goodput, the rest a fast 503 with Retry-After",
    tests: [["faults", "test/faults/crowd/crowd.test.ts", "ten times the load"]],
  },
  {
    id: "clock",
    what: "clock two days off",
    wanted: "money and reservations unaffected",
    tests: [["faults", "test/faults/machine/clock.test.ts"]],
  },
  {
    id: "backup",
    what: "backup under load, restored into an empty folder",
    wanted: "under 60 s, the invariants hold, every CI run",
    tests: [["unit", "db/restore.server.test.ts"]],
  },
  {
    id: "stop",
    what: "SIGTERM under load",
    wanted: "nothing in flight fails, out in 10 s",
    tests: [["faults", "test/faults/machine/shutdown.test.ts"]],
  },
  {
    id: "nginx",
    what: "two processes behind nginx: races and event streams",
    wanted: "exactly 10 orders, no 5xx; every change received",
    tests: [["faults", "test/faults/machine/nginx.test.ts"]],
    needs: ["nginx"],
    packages: "nginx",
  },
  {
    id: "import",
    what: "imports: hard cells, 100,000 rows, 2,000 products, 1,520 pictures",
    wanted: "no turn of the event loop computes for 100 ms",
    tests: [["faults", "test/faults/machine/import.test.ts"]],
  },
];
