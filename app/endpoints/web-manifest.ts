import { href } from "react-router";
import { currentBrand } from "../../shop/brand/brand.server.ts";
import { iconPaths } from "../../shop/brand/brand.ts";
import { schemesOf } from "../../shop/brand/colours.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/web-manifest";

/**
 * The web app manifest: with it, phones offer to install the shop. A manifest has one theme colour for both schemes;
 * pages override it by scheme (app/root.tsx), so this one shows while the app starts.
 */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const [{ shopName, description }, brand] = await Promise.all([
    shopSettings(services),
    currentBrand(services),
  ]);
  const { hem, paper } = schemesOf(brand.accent, brand.background).light;
  const icons = iconPaths(brand);
  const manifest = {
    id: "/",
    name: shopName,
    short_name: shortName(shopName),
    ...(description && { description }),
    lang: "en-IN",
    dir: "ltr",
    start_url: href("/"),
    scope: "/",
    display: "standalone",
    // While the app starts there is no page that could choose by scheme.
    theme_color: hem,
    background_color: paper,
    categories: ["shopping"],
    icons: [
      { src: icons[192], sizes: "192x192", type: "image/png", purpose: "any" },
      { src: icons[512], sizes: "512x512", type: "image/png", purpose: "any" },
      { src: icons.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
      {
        src: icons.badge,
        sizes: icons.drawing === null ? "96x96" : "512x512",
        type: "image/png",
        purpose: "monochrome",
      },
    ],
    shortcuts: [
      { name: "Shop all products", short_name: "Shop", url: href("/shop") },
      { name: "My orders", short_name: "Orders", url: href("/orders") },
      { name: "Your cart", short_name: "Cart", url: href("/cart") },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: icons[192], sizes: "192x192" }] })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "Content-Type": "application/manifest+json; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

/** At most twelve characters fit under an icon: whole words of the name while they do. */
function shortName(name: string): string {
  const words = name.split(" ");
  while (words.length > 1 && words.join(" ").length > 12) words.pop();
  return words.join(" ");
}
