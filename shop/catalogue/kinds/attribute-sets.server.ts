import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/database.server.ts";
import { announcedCache } from "../../../platform/live/announced-cache.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { attributeSet, category, sizeScale } from "../tables.server.ts";
import {
  type AttributeSet,
  attributeFields,
  filterFields,
  type ProductDetails,
  type TypedField,
} from "./attribute-sets.ts";
import { bySizeIn, type CompareSizes, orderOfScales, type SizeScale } from "./sizes.ts";

type Ports = Pick<Services, "db" | "live" | "site">;

/** All sets of details, by name. */
export async function attributeSets({ db }: { db: Db }): Promise<AttributeSet[]> {
  const { key, name, heading, fields, measures, sizeScale: scale } = attributeSet;
  const rows = await db
    .select({ key, name, heading, fields, measures, sizeScale: scale })
    .from(attributeSet)
    .orderBy(sql`lower(${name})`);
  return rows.map((row) => ({ ...row, fields: attributeFields.parse(row.fields) }));
}

/** All size scales, in their order. */
export function sizeScales({ db }: { db: Db }): Promise<SizeScale[]> {
  const { key, name, sizes, position } = sizeScale;
  return db.select({ key, name, sizes }).from(sizeScale).orderBy(position, key);
}

type Sizes = { order: string[]; compare: CompareSizes };
/** `filters`: the fields by which lists can be filtered. `key`: equal for equal ones. */
export type CatalogueShape = { sizes: Sizes; filters: TypedField[]; key: string };
const snapshot = announcedCache<CatalogueShape>({ topics: ["products"], most: 1 });

/** What lists need of sets of details and of size scales, from this process's memory until they are announced. */
export async function catalogueShape(ports: Ports): Promise<CatalogueShape> {
  const read = async () => {
    const sizes = await sizesOf(ports);
    const filters = (await attributeSets(ports)).flatMap(({ fields }) => filterFields(fields));
    return { sizes, filters, key: JSON.stringify([sizes.order, filters]) };
  };
  return (await snapshot(ports, "all", read)) ?? read();
}

/** The order of all sizes by the scales, read now. */
export async function sizesOf(ports: { db: Db }): Promise<Sizes> {
  const order = orderOfScales((await sizeScales(ports)).map(({ sizes }) => sizes));
  return { order, compare: bySizeIn(order) };
}

/** The details and sizes of a category's products; of a set's, for a category that is still to be made. Null: none. */
export async function productDetails(
  { db }: { db: Db },
  of: { categoryId: string } | { set: string },
): Promise<ProductDetails | null> {
  const columns = {
    key: attributeSet.key,
    heading: attributeSet.heading,
    fields: attributeSet.fields,
    measures: attributeSet.measures,
    sizes: sql<
      string[] | null
    >`(select s.sizes from size_scale s where s.key = ${"set" in of ? attributeSet.sizeScale : sql`coalesce(${category.sizeScale}, ${attributeSet.sizeScale})`})`,
  };
  const [found] =
    "set" in of
      ? await db.select(columns).from(attributeSet).where(eq(attributeSet.key, of.set))
      : await db
          .select(columns)
          .from(attributeSet)
          .innerJoin(category, eq(category.kind, attributeSet.key))
          .where(eq(category.id, of.categoryId));
  return found ? { ...found, fields: attributeFields.parse(found.fields) } : null;
}

/** Whether there is such a scale, which then stays until the end of the transaction. */
export async function lockScale(tx: Db, key: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from size_scale where key = ${key} for key share`);
  return rows.length > 0;
}

/** Whether there is such a set of details, which then stays until the end of the transaction. */
export async function lockSet(tx: Db, key: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from attribute_set where key = ${key} for key share`);
  return rows.length > 0;
}
