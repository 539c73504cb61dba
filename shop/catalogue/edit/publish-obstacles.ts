/** An obstacle to sales. `blocks`: the product cannot be bought; otherwise it only sells worse. */
export type PublishObstacle = { blocks: boolean; text: string };

/**
 * Why a product cannot be bought, or sells badly, for staff. In: its status, price in paise (null when there is none
 * yet), the number of pictures and of those missing from an import, its category's name, and each variant with its
 * available stock.
 */
export function publishObstacles(product: {
  status: string;
  price: number | null;
  pictures: number;
  missingPictures: readonly string[];
  category: string | null;
  variants: { name: string; available: number }[];
}): PublishObstacle[] {
  const { status, price, pictures, missingPictures, category, variants } = product;
  const found: PublishObstacle[] = [];
  const blocks = (text: string) => found.push({ blocks: true, text });
  const warns = (text: string) => found.push({ blocks: false, text });
  if (status === "draft") blocks("It is a draft: only admins see it. Set it to active.");
  if (status === "archived") blocks("It is archived: it is no longer in the shop.");
  if (!price) blocks("It has no price.");
  if (variants.length === 0) blocks("It has no variant.");
  const gone = variants.filter(({ available }) => available <= 0);
  if (variants.length > 0 && gone.length === variants.length) blocks("It is out of stock.");
  else if (gone.length > 0) {
    const names = gone.slice(0, 5).map(({ name }) => name);
    const more = gone.length > names.length ? ` and ${gone.length - names.length} more` : "";
    warns(`Out of stock in ${names.join(", ")}${more}.`);
  }
  if (missingPictures.length > 0) {
    const names = missingPictures.slice(0, 5).map((source) => source.split(/[?#]/)[0]?.split("/").at(-1));
    const more =
      missingPictures.length > names.length ? ` and ${missingPictures.length - names.length} more` : "";
    warns(
      `Its import named pictures that have not come: ${names.join(", ")}${more}. Add them below or send them in a ZIP.`,
    );
  }
  if (pictures === 0) warns("It has no picture: cards show an empty frame.");
  if (!category) warns("It has no category: filters and the menu do not find it.");
  return found;
}
