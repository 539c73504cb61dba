import { createHash } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { type Actor, can } from "../../access/actor.ts";
import type { Paise } from "../../money.ts";
import { gstRate, type OwnRates } from "../../tax/rates.ts";
import { splitTax } from "../../tax/split-tax.ts";
import { product, variant } from "../tables.server.ts";
import {
  type BelowCost,
  type BulkChange,
  type PricePreview,
  type PriceStep,
  stepsOf,
} from "./bulk-change.ts";
import { knownIds, productsToChange } from "./bulk-edit.server.ts";

/**
 * What a change of prices would do, without doing it. In: ids as for `bulkEdit`, the shop's own GST rates. Out: null
 * when no price would change. A price is compared with the cost as it is invoiced: without tax, at the rate of the
 * product's HSN code and the new price, where there is one. An actor without `catalogue.edit` gets no costs.
 */
export async function previewPrices(
  { db, clock }: Pick<Services, "db" | "clock">,
  actor: Actor,
  { ids, change, ownRates }: { ids: string[]; change: BulkChange; ownRates: OwnRates },
): Promise<PricePreview | null> {
  const asked = knownIds(ids);
  const seesCosts = can(actor, "catalogue.edit");
  const [products, facts] = await Promise.all([productsToChange(db, asked), readFacts(db, asked)]);
  const steps = products.flatMap((one): PriceStep[] => {
    const after = stepsOf(one, change)?.product;
    const of = facts.get(one.id);
    if (!after || !of) return [];
    const price = after.price ?? one.price;
    const variants = (after.variants ?? one.variants).map(({ id, price: own }) => ({
      price: own ?? price,
      cost: of.costs.get(id) ?? of.cost,
    }));
    // A product of an import may have none yet.
    const units = variants.length > 0 ? variants : [{ price, cost: of.cost }];
    const sold = (paid: Paise) => {
      const rate = gstRate({ hsnCode: of.hsnCode, paid, quantity: 1 }, clock.now(), ownRates);
      return { rate, value: rate === null ? paid : splitTax(paid, rate, { sameState: false }).taxable };
    };
    return [
      {
        id: one.id,
        name: one.name,
        before: one.price,
        after: price,
        mrp: of.mrp,
        isAboveMrp: of.mrp !== null && Math.max(price, ...variants.map((each) => each.price)) > of.mrp,
        cost: seesCosts ? of.cost : null,
        belowCost: seesCosts ? furthestBelow(units, sold) : null,
      },
    ];
  });
  if (steps.length === 0) return null;
  const needsLook = ({ isAboveMrp, belowCost }: PriceStep) => isAboveMrp || belowCost !== null;
  const below = steps.flatMap(({ belowCost }) => belowCost ?? []);
  return {
    changed: steps.length,
    aboveMrp: steps.filter(({ isAboveMrp }) => isAboveMrp).length,
    belowCost: below.length,
    belowCostWithoutRate: below.filter(({ rate }) => rate === null).length,
    shown: [...steps.filter(needsLook), ...steps.filter((step) => !needsLook(step))].slice(0, 50),
    version: createHash("sha256").update(JSON.stringify(steps)).digest("base64url").slice(0, 22),
  };
}

/** What a preview says about a product besides its prices. `costs`: those of variants with their own, by id. */
type Facts = { mrp: Paise | null; hsnCode: string | null; cost: Paise | null; costs: Map<string, Paise> };

async function readFacts(db: Db, ids: string[]): Promise<Map<string, Facts>> {
  const { id, originalPrice: mrp, hsnCode, cost } = product;
  const [products, variants] = await Promise.all([
    db.select({ id, mrp, hsnCode, cost }).from(product).where(inArray(id, ids)),
    db
      .select({ id: variant.id, productId: variant.productId, cost: variant.cost })
      .from(variant)
      .where(inArray(variant.productId, ids)),
  ]);
  const facts = new Map(
    products.map(({ id, ...one }): [string, Facts] => [id, { ...one, costs: new Map() }]),
  );
  for (const { id, productId, cost } of variants)
    if (cost !== null) facts.get(productId)?.costs.set(id, cost);
  return facts;
}

function furthestBelow(
  units: { price: Paise; cost: Paise | null }[],
  sold: (paid: Paise) => Omit<BelowCost, "cost">,
): BelowCost | null {
  const below = units.flatMap(({ price, cost }): BelowCost[] => {
    if (cost === null) return [];
    const { value, rate } = sold(price);
    return value < cost ? [{ cost, value, rate }] : [];
  });
  return below.reduce<BelowCost | null>(
    (most, one) => (most && most.cost - most.value >= one.cost - one.value ? most : one),
    null,
  );
}
