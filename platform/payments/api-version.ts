/** The version of Cashfree's API that we speak; it also decides how its notices look. */
export const apiVersion = "2025-01-01";
