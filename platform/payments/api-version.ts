/** The version of Cashfree's API, which also decides the format of its webhooks. */
export const apiVersion = "2025-01-01";
