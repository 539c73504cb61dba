import type { Gateway } from "../access/actor.ts";

/** The provider of online payments, as payments and the events of orders name it. */
export const cashfree: Gateway = { kind: "gateway", provider: "cashfree" };
