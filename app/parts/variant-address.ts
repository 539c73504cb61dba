import type { VariantChoice } from "../../shop/catalogue/product.ts";

/** The address of a product's page with a colour and a size chosen. In: the page's own address. */
export function variantAddress(page: string, { colour, size }: VariantChoice): string {
  const chosen = new URLSearchParams({ ...(colour !== null && { colour }), ...(size !== null && { size }) });
  return chosen.size > 0 ? `${page}?${chosen}` : page;
}
