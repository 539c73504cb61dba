import { href } from "react-router";
import { cutText } from "../../../../platform/text/cut-text.ts";
import type { FeedProduct } from "../../../../shop/catalogue/feeds/feed.server.ts";
import { mediaPath } from "../../../../shop/catalogue/picture-address.ts";
import { deliveryFeeOf } from "../../../../shop/delivery/delivery-fee.ts";
import type { Paise } from "../../../../shop/money.ts";
import { describedShop, type Policy, type ShopSettings } from "../../../../shop/settings/settings.ts";
import { xmlElement, xmlStart } from "../../../http/seo/xml.ts";
import { variantAddress } from "../../../parts/variant-address.ts";

/** Categories of Google's product taxonomy by set of details; other products are told by their own category only. */
const googleCategory: Record<string, string> = {
  dress: "Apparel & Accessories > Clothing",
  watch: "Apparel & Accessories > Jewelry > Watches",
  shoes: "Apparel & Accessories > Shoes",
  bag: "Apparel & Accessories > Handbags, Wallets & Cases > Handbags",
  accessories: "Apparel & Accessories > Clothing Accessories",
};
const genders: Record<string, string> = { men: "male", women: "female", unisex: "unisex" };

/** The most characters and further pictures (Google's product data specification). */
const longest = {
  id: 50,
  title: 150,
  description: 5_000,
  brand: 70,
  colour: 40,
  material: 200,
  pictures: 10,
};

export function merchantStart(origin: string, settings: ShopSettings): string {
  return `${xmlStart}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
${xmlElement("title", settings.shopName)}
${xmlElement("link", `${origin}${href("/")}`)}
${xmlElement("description", describedShop(settings))}
`;
}

/** One item for each variant; those of one product share their item_group_id. */
export function merchantItems(origin: string, policy: Policy, product: FeedProduct): string {
  const { id, slug, name, brand, description, material, category, kind, pictures, variants } = product;
  const link = `${origin}${href("/product/:id?", { id: slug })}`;
  return variants
    .map(({ id: variantId, sku, size, colour, stock, price }) => {
      const fitting = pictures.filter(
        (one) => one.colour === null || colour === null || one.colour === colour,
      );
      const [first, ...others] = (fitting.length > 0 ? fitting : pictures)
        .slice(0, longest.pictures + 1)
        .map((picture) => `${origin}${mediaPath(picture, 1200, "jpg")}`);
      const parts: [string, string | null | undefined][] = [
        // A longer one that is cut could be that of another variant.
        ["g:id", sku.length > longest.id ? variantId : sku],
        ["g:title", cutText([name, colour, size].filter(Boolean).join(", "), longest.title)],
        ["g:description", cutText(description || name, longest.description)],
        ["g:link", variantAddress(link, { colour, size })],
        ["g:image_link", first],
        ...others.map((picture): [string, string] => ["g:additional_image_link", picture]),
        ["g:availability", stock > 0 ? "in_stock" : "out_of_stock"],
        ["g:price", inRupees(price.struck ?? price.paid)],
        ["g:sale_price", price.struck === null ? null : inRupees(price.paid)],
        ["g:brand", cutText(brand, longest.brand)],
        ["g:condition", "new"],
        ["g:identifier_exists", "no"],
        ["g:item_group_id", variants.length > 1 ? id : null],
        ["g:google_product_category", kind && googleCategory[kind]],
        ["g:product_type", category],
        ["g:color", colour && cutText(colour, longest.colour)],
        ["g:size", size],
        ["g:material", material && cutText(material, longest.material)],
        ["g:gender", genders[product.gender ?? "unisex"] ?? "unisex"],
        ["g:age_group", "adult"],
      ];
      const written = parts.map(([part, text]) => (text ? xmlElement(part, text) : "")).join("");
      const fee = xmlElement("g:price", inRupees(deliveryFeeOf(policy, price.paid)));
      return `<item>${written}<g:shipping>${xmlElement("g:country", "IN")}${fee}</g:shipping></item>\n`;
    })
    .join("");
}

export const merchantEnd = "</channel></rss>\n";

function inRupees(amount: Paise): string {
  return `${(amount / 100).toFixed(2)} INR`;
}
