import type { Services } from "../../platform/services.server.ts";

/**
 * Whether emails leave the shop: a live shop without a mail server keeps them in its outbox. The demo shows its own at
 * /dev/mail.
 */
export function sendsMail({ mode, setUp }: Pick<Services["site"], "mode" | "setUp">): boolean {
  return mode === "demo" || setUp?.mail !== "outbox";
}
