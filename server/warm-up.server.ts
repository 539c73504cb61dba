import type { Services } from "../platform/services.server.ts";
import { homeCategories, showcase } from "../shop/catalogue/home.server.ts";
import { warmPictures } from "../shop/catalogue/pictures/served-picture.server.ts";
import { shopSettings } from "../shop/settings/settings.server.ts";

const onPhones = [320, 480];
const acrossThePage = [480, 800, 1200];

/**
 * Makes the pages that most visitors come to, and the pictures of the home page, before the first visitor waits for
 * them. Runs beside the server, one after the other; what fails is made when it is asked for. What is kept already
 * costs a look into storage. In: the services, and what makes pages ahead.
 */
export async function warmUp(
  services: Services,
  pages: (paths: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    const [{ heroPicture }, categories, tabs] = await Promise.all([
      shopSettings(services),
      homeCategories(services),
      showcase(services),
    ]);
    await pages(["/", "/shop", ...categories.map(({ slug }) => `/category/${slug}`)]);
    const cards = [...tabs.newest, ...tabs.popular, ...tabs.offers];
    if (heroPicture) await warmPictures(services, [heroPicture.key], acrossThePage);
    const pictures = [...categories, ...cards].flatMap(({ picture }) => (picture ? [picture.key] : []));
    await warmPictures(services, pictures, onPhones);
  } catch (error) {
    services.log.debug({ err: error }, "the home page was not made ahead");
  }
}
