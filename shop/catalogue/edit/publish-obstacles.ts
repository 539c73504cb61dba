/**
 * An obstacle to sales. `blocks`: the product cannot be bought; otherwise it only sells worse. `part`: where in the form it
 * is mended (the id of a panel).
 */
export type PublishObstacle = {
  blocks: boolean;
  text: string;
  part: "basics" | "images" | "variants" | "organise" | "facts";
};

/**
 * Why a product cannot be bought, or sells badly, for staff. In: its status, price in paise (null when there is none
 * yet), the number of pictures and of those missing from an import, its category's name, its HSN code and whether it lacks
 * a GST rate that its orders need, and each variant with its available stock.
 */
export function publishObstacles(product: {
  status: string;
  price: number | null;
  pictures: number;
  missingPictures: readonly string[];
  category: string | null;
  hsnCode: string;
  lacksGstRate: boolean;
  variants: { name: string; available: number }[];
}): PublishObstacle[] {
  const { status, price, pictures, missingPictures, category, hsnCode, variants } = product;
  type Part = PublishObstacle["part"];
  const found: PublishObstacle[] = [];
  const blocks = (part: Part, text: string) => found.push({ blocks: true, text, part });
  const warns = (part: Part, text: string) => found.push({ blocks: false, text, part });
  if (status === "draft") blocks("organise", "It is a draft: only admins see it. Set it to active.");
  if (status === "archived") blocks("organise", "It is archived: it is no longer in the shop.");
  if (!price) blocks("basics", "It has no price.");
  if (variants.length === 0) blocks("variants", "It has no variant.");
  const gone = variants.filter(({ available }) => available <= 0);
  if (variants.length > 0 && gone.length === variants.length) blocks("variants", "It is out of stock.");
  else if (gone.length > 0) {
    const names = gone.slice(0, 5).map(({ name }) => name);
    const more = gone.length > names.length ? ` and ${gone.length - names.length} more` : "";
    warns("variants", `Out of stock in ${names.join(", ")}${more}.`);
  }
  if (missingPictures.length > 0) {
    const names = missingPictures.slice(0, 5).map((source) => source.split(/[?#]/)[0]?.split("/").at(-1));
    const more =
      missingPictures.length > names.length ? ` and ${missingPictures.length - names.length} more` : "";
    warns(
      "images",
      `Its import named pictures that have not come: ${names.join(", ")}${more}. Add them below or send them in a ZIP.`,
    );
  }
  if (pictures === 0) warns("images", "It has no picture: shoppers see a placeholder.");
  if (!category) warns("organise", "It has no category: filters and the menu do not find it.");
  if (product.lacksGstRate) {
    const why = hsnCode
      ? `The HSN code ${hsnCode} has no GST rate: correct it here, or add a rate under Taxes.`
      : "It has no HSN code, so it has no GST rate.";
    warns("facts", `${why} Until then its orders get no tax invoice.`);
  }
  return found;
}
