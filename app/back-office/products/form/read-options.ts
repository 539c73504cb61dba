import type { Colour } from "../../../../shop/catalogue/catalogue.ts";
import { sizesFrom } from "../../../../shop/catalogue/kinds/sizes.ts";

const maxColours = 24;

/**
 * Reads sizes and colours from the text fields: "size.M" for each ticked size, "sizes" comma-separated and with
 * ranges (`sizesFrom`), "colour.0.name" and "colour.0.hex".
 */
export function readOptions(fields: ReadonlyMap<string, string>): { sizes: string[]; colours: Colour[] } {
  const chosen = [...fields.keys()].flatMap((name) => (name.startsWith("size.") ? [name.slice(5)] : []));
  const typed = sizesFrom((fields.get("sizes") ?? "").split(","));
  const colours = Array.from({ length: maxColours }, (_, at) => ({
    name: (fields.get(`colour.${at}.name`) ?? "").trim(),
    hex: fields.get(`colour.${at}.hex`) ?? "",
  }));
  return {
    sizes: [...chosen, ...typed],
    colours: colours.filter(({ name }) => name !== ""),
  };
}
