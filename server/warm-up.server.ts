import type { Services } from "../platform/services.server.ts";
import { picturedCollections } from "../shop/catalogue/collections.server.ts";
import { showcase } from "../shop/catalogue/home.server.ts";
import { warmPictures } from "../shop/catalogue/pictures/served-picture.server.ts";
import { homeKey, homeKind, picturesOf } from "../shop/publishing/home.server.ts";
import { published } from "../shop/publishing/published.server.ts";

const onPhones = [320, 480];
const acrossThePage = [480, 800, 1200];

/**
 * Renders the most visited pages and encodes the pictures of the home page before the first visitor. Runs in the
 * background, one after the other; failures are ignored. The home page comes before the product index: for 100,000
 * products loading that takes both cores for seconds. In: the services, the page cache, the function that loads the
 * index, and the signal that the shop stops, with which it ends after the page that is being made.
 */
export async function warmUp(
  services: Services,
  {
    pages,
    lists,
    stopping,
  }: { pages(paths: readonly string[]): Promise<void>; lists(): Promise<void>; stopping: AbortSignal },
): Promise<void> {
  try {
    await pages(["/"]).finally(() => {
      if (!stopping.aborted) void lists();
    });
    if (stopping.aborted) return;
    const [home, categories, tabs] = await Promise.all([
      published(services, homeKind, homeKey),
      picturedCollections(services),
      showcase(services),
    ]);
    await pages(["/shop", ...categories.map(({ slug }) => `/category/${slug}`)]);
    if (stopping.aborted) return;
    const cards = [...tabs.newest, ...tabs.popular, ...tabs.offers];
    await warmPictures(
      services,
      (home.content?.items ?? []).flatMap(picturesOf).map(({ key }) => key),
      acrossThePage,
      stopping,
    );
    const pictures = [...categories, ...cards].flatMap(({ picture }) => (picture ? [picture.key] : []));
    await warmPictures(services, pictures, onPhones, stopping);
  } catch (error) {
    services.log.debug({ err: error }, "the home page was not made ahead");
  }
}
