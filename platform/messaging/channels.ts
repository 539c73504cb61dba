/** How a message reaches a phone. */
export const channels = ["sms", "whatsapp"] as const;
export type Channel = (typeof channels)[number];
