import { redirect } from "react-router";
import { currentBrand } from "../../shop/brand/brand.server.ts";
import { iconPaths } from "../../shop/brand/brand.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/favicon";

/** GET /favicon.ico, which browsers ask for themselves, for a picture in a tab of its own: leads to the shop's icon. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { favicon } = iconPaths(await currentBrand(context.get(servicesContext)));
  return redirect(favicon, { headers: { "Cache-Control": "public, max-age=3600" } });
}
