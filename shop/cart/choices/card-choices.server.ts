import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import { catalogueShape } from "../../catalogue/kinds/attribute-sets.server.ts";
import { variantCandidates } from "../candidates.server.ts";
import type { CardChoices } from "../cart.ts";

const uuid = z.uuid();

/**
 * What can be chosen of an active product in a list: its colours in stock, each with its sizes in wearing order. Empty
 * for an unknown or sold out product.
 */
export async function cardChoices(
  ports: Pick<Services, "db" | "clock" | "live" | "site">,
  productId: string,
): Promise<CardChoices> {
  if (!uuid.safeParse(productId).success) return [];
  const byColour = new Map<string | null, CardChoices[number]["sizes"]>();
  for (const { size, colour, available } of await variantCandidates(ports, sql`p.id = ${productId}`)) {
    const sizes = byColour.get(colour) ?? [];
    byColour.set(colour, sizes);
    if (size === null ? available > 0 : true) sizes.push({ size, inStock: available > 0 });
  }
  const { compare } = (await catalogueShape(ports)).sizes;
  return [...byColour]
    .filter(([, sizes]) => sizes.some(({ inStock }) => inStock))
    .map(([colour, sizes]) => ({
      colour,
      sizes: sizes.sort((one, other) => compare(one.size ?? "", other.size ?? "")),
    }));
}
