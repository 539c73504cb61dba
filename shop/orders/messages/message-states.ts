/**
 * 'sending': handed to the provider, whose answer is not known yet; 'sent': accepted by the provider; 'delivered': on
 * the phone, as the provider reports; 'failed'; 'dropped': not sent, since it was turned off or is no longer true.
 */
export const messageStates = ["queued", "sending", "sent", "delivered", "failed", "dropped"] as const;
export type MessageState = (typeof messageStates)[number];
