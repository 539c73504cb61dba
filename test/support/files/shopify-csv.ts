import { csvRow } from "../../../shop/csv.ts";

/** The columns of Shopify's product export up to 2024. */
const older =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status";
/** The same in the export since 2025. */
const newer =
  "Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description";

const renamed: Record<string, string> = {
  Handle: "URL handle",
  "Body (HTML)": "Description",
  Published: "Published on online store",
  "Variant SKU": "SKU",
  "Variant Price": "Price",
  "Variant Compare At Price": "Compare-at price",
  "Variant Inventory Qty": "Inventory quantity",
  "Image Src": "Product image URL",
  "Variant Image": "Variant image URL",
};

export type Generation = "older" | "newer";
/** A row by the older headings. */
export type ShopifyRow = Record<string, string>;

/** In: rows by the older headings. Out: the file as Shopify writes it, with the columns of its generation. */
export function shopifyCsv(rows: readonly ShopifyRow[], generation: Generation): Buffer {
  const columns = (generation === "older" ? older : newer).split(",");
  const lines = rows.map((row) => {
    const cells = new Map(
      Object.entries(row).map(([name, cell]) => {
        const heading = generation === "older" ? name : (renamed[name] ?? name);
        return [heading.toLowerCase(), cell] as const;
      }),
    );
    return csvRow(columns.map((column) => cells.get(column.toLowerCase()) ?? ""));
  });
  return Buffer.from(`${columns.join(",")}\r\n${lines.join("")}`);
}

/** A shop of so many products, as Shopify exports one: two sizes in two colours, three pictures, one per colour. */
export function shopifyShop(count: number): ShopifyRow[] {
  return Array.from({ length: count }, (_, at) => {
    const handle = `kurta-${at}`;
    const picture = (name: string) =>
      `https://cdn.shopify.com/s/files/1/0001/files/${handle}-${name}.jpg?v=17`;
    const variants = ["S", "M"].flatMap((size) => ["Navy", "Rust"].map((colour) => ({ size, colour })));
    return variants.map(({ size, colour }, place): ShopifyRow => {
      const row: ShopifyRow = {
        Handle: handle,
        "Option1 Value": size,
        "Option2 Value": colour,
        "Variant SKU": `'${handle}-${size}-${colour}`.toUpperCase(),
        "Variant Grams": "250",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": String(at % 5),
        "Variant Inventory Policy": "deny",
        "Variant Price": "1299.00",
        "Variant Compare At Price": "1,599.00",
        "Variant Image": picture(colour.toLowerCase()),
      };
      const image = ["navy", "rust", "back"][place];
      if (image) Object.assign(row, { "Image Src": picture(image), "Image Position": String(place + 1) });
      if (place > 0) return row;
      return {
        ...row,
        Title: `Kurta ${at}`,
        "Body (HTML)": `<p>Hand-block printed &amp; light.</p><ul><li>Cotton</li></ul>`,
        Vendor: "Ambiya Loom",
        "Product Category": "Apparel & Accessories > Clothing > Clothing Tops",
        Type: at % 2 ? "Kurta Sets" : "T-Shirt",
        Tags: "cotton, block print",
        Published: "true",
        Status: "active",
        "Option1 Name": "Size",
        "Option2 Name": "Color",
        "Image Alt Text": `Kurta ${at}`,
      };
    });
  }).flat();
}
