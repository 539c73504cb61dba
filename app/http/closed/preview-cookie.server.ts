import { readCookie } from "../session/read-cookie.server.ts";

/** The Set-Cookie header that keeps a preview link's token until the link is over. */
export function previewCookie(token: string, until: Date, https: boolean): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
  return `${nameOf(https)}=${token}; Expires=${until.toUTCString()}; ${attributes}`;
}

/** The token of this browser's preview link, "" for none. */
export function readPreviewCookie(request: Request, https: boolean): string {
  return readCookie(request, nameOf(https)) ?? "";
}

/** The page cache knows the prefix as a cookie of ours (server/page-cache/cacheable-request.ts). */
function nameOf(https: boolean): string {
  return https ? "__Host-shop-preview" : "shop-preview";
}
