import { href, type RouterContextProvider } from "react-router";
import type { Services } from "../../platform/services.server.ts";
import { can } from "../../shop/access/actor.ts";
import type { Permission } from "../../shop/access/permissions.ts";
import { brandKind } from "../../shop/brand/brand.server.ts";
import { presentAddress } from "../../shop/publishing/addresses.server.ts";
import { emailTextKind } from "../../shop/publishing/email-texts.server.ts";
import { announcementKey, announcementKind, pageKind } from "../../shop/publishing/kinds.server.ts";
import { draftOf, type Published, published } from "../../shop/publishing/published.server.ts";
import type { PublishedKind } from "../../shop/publishing/publishing.server.ts";
import type { ShopBar, ShopData } from "../parts/shop-context.ts";
import { servicesContext } from "../services-context.ts";
import { actingStaff } from "./access/acting-staff.ts";
import { viewerOf } from "./guards.server.ts";
import { knownSlugs } from "./known-slugs.server.ts";
import { addHeadMetadata } from "./seo/head-metadata.server.ts";

/** Where each kind is edited, for the way back from a preview. */
const editedAt = new Map<string, { permission: Permission; screen: (key: string) => string }>([
  [pageKind.kind, { ...pageKind, screen: (key) => href("/admin/content/pages/:key", { key }) }],
  ["policy", { ...pageKind, screen: (key) => href("/admin/content/policies/:key", { key }) }],
  [announcementKind.kind, { ...announcementKind, screen: () => href("/admin/content/announcement") }],
  [brandKind.kind, { ...brandKind, screen: () => href("/admin/brand") }],
  [emailTextKind.kind, { ...emailTextKind, screen: (key) => href("/admin/content/emails/:key", { key }) }],
  ["menu", { ...pageKind, screen: (key) => href("/admin/content/menus/:key", { key }) }],
  ["home", { ...pageKind, screen: () => href("/admin/content/home") }],
]);

/** The line above a preview, with the way back; null: this request is none. */
export function previewBar({ request, context }: PageArgs): ShopBar | null {
  const [kind = "", key] = (new URL(request.url).searchParams.get("preview") ?? "").split("/", 2);
  const edited = editedAt.get(kind);
  if (!edited || !key || !can(actingStaff(viewerOf(context)), edited.permission)) return null;
  return { text: "Preview of a draft: only staff see it.", to: edited.screen(key), link: "Back to editing" };
}

export type PageArgs = { request: Request; context: Readonly<RouterContextProvider> };
type AnyKind = Pick<PublishedKind<never>, "kind" | "permission">;
type Ports = Pick<Services, "db" | "clock" | "live" | "site">;

/** The address that shows a draft to staff who may edit it. In: the page's path, with an anchor if it has one. */
export function previewAddress(path: string, { kind }: AnyKind, key: string): string {
  const [page, anchor] = path.split("#", 2);
  return `${page}?preview=${kind}/${key}${anchor ? `#${anchor}` : ""}`;
}

/** The screen of the back office that a preview came from; null: this request is none, or its viewer may not see it. */
export function previewOfRequest(
  { request, context }: PageArgs,
  { kind, permission }: AnyKind,
): string | null {
  const [asked, key] = (new URL(request.url).searchParams.get("preview") ?? "").split("/", 2);
  if (asked !== kind || !key || !can(actingStaff(viewerOf(context)), permission)) return null;
  // Never kept: neither by caches nor by search engines.
  addHeadMetadata(context, { noIndex: true, noStore: true });
  return key;
}

/**
 * What a page shows of a published thing: to visitors what was published, else the default text; to staff who ask for a
 * preview its draft.
 */
export async function shownContent<Content extends Record<string, unknown>>(
  args: PageArgs,
  kind: PublishedKind<Content>,
  key: string,
): Promise<Published<Content>> {
  const services: Ports = args.context.get(servicesContext);
  if (previewOfRequest(args, kind) !== key) return published(services, kind, key);
  return { content: await draftOf(services, kind, key), at: services.clock.now() };
}

/** The announcement above the header now; null: none. A preview shows it whatever its dates. */
export async function shownAnnouncement(args: PageArgs): Promise<ShopData["announcement"]> {
  const { content, at } = await shownContent(args, announcementKind, announcementKey);
  if (!content || !at) return null;
  const { text, link, from, to } = content;
  const services = args.context.get(servicesContext);
  const now = services.clock.now();
  const isWithin = (!from || new Date(from) <= now) && (!to || now < new Date(to));
  const isPreview = previewOfRequest(args, announcementKind) !== null;
  if (!isWithin && !isPreview) return null;
  const leads = presentAddress(link, await knownSlugs(services, [link])) ?? "";
  return { id: at.toISOString(), text, link: leads };
}
