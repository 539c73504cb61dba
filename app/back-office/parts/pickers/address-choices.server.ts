import type { RouterContextProvider } from "react-router";
import { cachedCategories, cachedCollections } from "../../../../shop/catalogue/collections.server.ts";
import { publishedPages } from "../../../../shop/publishing/published.server.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Choice } from "../../../ui/forms/field.tsx";

const screens: Choice[] = [
  { value: "/", label: "Home" },
  { value: "/shop", label: "Shop: all products" },
  { value: "/shop?new=7&sort=newest", label: "New this week" },
  { value: "/shop?max=499", label: "Products up to ₹499" },
  { value: "/blog", label: "Blog" },
  { value: "/about", label: "About" },
  { value: "/faq", label: "FAQ" },
  { value: "/contact", label: "Contact" },
  { value: "/track", label: "Track Order" },
  { value: "/orders", label: "My Orders" },
  { value: "/wishlist", label: "Wishlist" },
  { value: "/refund-policy", label: "Refund Policy" },
  { value: "/terms-and-conditions", label: "Terms & Conditions" },
  { value: "/privacy-policy", label: "Privacy Policy" },
  { value: "/cookie-policy", label: "Cookie Policy" },
];

/** Where links of the shop can lead, for the suggestions of `AddressField`; products are found while one types. */
export async function addressChoices(context: Readonly<RouterContextProvider>): Promise<Choice[]> {
  const services = context.get(servicesContext);
  const [collections, categories, pages] = await Promise.all([
    cachedCollections(services),
    cachedCategories(services),
    publishedPages(services),
  ]);
  const below = (kind: string) => (one: { slug: string; name: string }) => ({
    value: `/category/${one.slug}`,
    label: `${one.name} (${kind})`,
  });
  return [
    ...screens,
    ...collections.map(below("collection")),
    ...categories.map(below("category")),
    ...pages.map(({ slug }) => ({ value: `/pages/${slug}`, label: `${slug} (page)` })),
  ];
}
