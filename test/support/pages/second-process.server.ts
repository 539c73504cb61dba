import { connect } from "../../../platform/database/database.server.ts";
import { makeLive } from "../../../platform/live/live.server.ts";
import { makePageCache } from "../../../server/page-cache/page-cache.server.ts";
import { makeApplication } from "../built.server.ts";
import { asAppRole } from "../cluster/databases.server.ts";
import { eventually } from "../eventually.ts";
import { serveShop } from "../served-shop.server.ts";
import type { TestShop } from "../test-shop.server.ts";

/** The same shop as another worker serves it: with connections, settings and a page cache of its own. */
export async function aSecondProcess(shop: TestShop): Promise<{ address: string; close(): Promise<void> }> {
  const { log } = shop.services;
  const { db, close } = connect({ url: asAppRole(shop.databaseUrl), log });
  const live = makeLive({ url: shop.databaseUrl, log });
  const services = { ...shop.services, db, live };
  const application = makeApplication(services, new AbortController().signal);
  const pages = makePageCache({ services, application, publicUrl: null, megabytes: 64 });
  const served = await serveShop({ ...shop, services }, { application, pages });
  await eventually(() => {
    if (!live.listening()) throw new Error("not listening yet");
  });
  return {
    address: served.address,
    async close() {
      pages.close();
      await served.close();
      await live.close();
      await close();
    },
  };
}
