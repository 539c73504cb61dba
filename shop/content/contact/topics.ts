/** The topics of a message; complaints go to the grievance officer (Consumer Protection (E-Commerce) Rules, 2020). */
export const contactTopics = [
  { id: "orders", label: "Order or delivery" },
  { id: "returns", label: "Return, exchange or refund" },
  { id: "products", label: "Product or size" },
  { id: "account", label: "Account or payment" },
  { id: "grievance", label: "Complaint to the grievance officer" },
  { id: "other", label: "Something else" },
] as const;

export type TopicId = (typeof contactTopics)[number]["id"];

/** The maximum length of a message in characters. */
export const messageLength = { least: 10, most: 4_000 } as const;

/** The topic as the form offers it, for mails and lists. */
export function topicLabel(topic: TopicId): string {
  return contactTopics.find(({ id }) => id === topic)?.label ?? topic;
}
