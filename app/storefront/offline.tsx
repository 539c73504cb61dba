import { href } from "react-router";
import { addHeadMetadata } from "../http/seo/head-metadata.server.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useShop } from "../parts/shop-context.ts";
import type { Route } from "./+types/offline";

export function loader({ context }: Route.LoaderArgs) {
  addHeadMetadata(context, { noIndex: true });
  return null;
}

/**
 * The page that the service worker shows offline for a page that was not visited
 * (app/http/offline/worker/offline-page.ts, which writes the visited pages into it).
 */
export default function Offline() {
  const { name } = useShop().shop;
  return (
    <div className="wrap">
      <PageHead title="You are offline" description="There is no connection." path={href("/offline")} />
      <header className="printed-head">
        <div className="stamp" aria-hidden="true" />
        <div>
          <h1>You are offline</h1>
          <p className="lead mt-1 mb-0">
            {name} cannot be reached, and this page was not seen on this device before.
          </p>
        </div>
      </header>
      <div className="block-border mb-3" aria-hidden="true" />
      <div className="words">
        <p>Your cart, your orders and your profile are shown when there is a connection again.</p>
        <div id="visited-pages" className="stack" />
      </div>
    </div>
  );
}
