import { cutText } from "../../platform/text/cut-text.ts";
import { cleanLine } from "../text/clean-text.ts";

/** PostgreSQL checks the same (orders.tags). */
const maxTags = 20;

/** "Gift, VIP" as ["gift", "vip"]: words between commas, each once, at most twenty of forty characters. */
export function readTags(typed: string): string[] {
  const tags = typed
    .split(",")
    .map((tag) => cutText(cleanLine(tag).toLowerCase(), 40))
    .filter((tag) => tag !== "");
  return [...new Set(tags)].slice(0, maxTags);
}
