import { type RouteArgs, viewerOf } from "../guards.server.ts";

/** An account sends from a phone and a tab or two. */
const mostOfAccount = 3;
/** Of all customers together, in this process: an upload is kept in memory until it is complete. */
const mostBytes = 256 * 1024 * 1024;

/** More uploads arrive at once than this process takes; a moment later there is room again. */
export class TooManyUploads extends Error {}

const ofAccounts = new Map<string, number>();
let bytesUnderWay = 0;

/**
 * Counts an upload of a customer while it arrives, since requests count for admission control only once they are
 * complete. In: the action's arguments, the most bytes that it may have. Out: a function that ends it. Throws
 * TooManyUploads. Uploads of staff are not counted.
 */
export function beginUpload({ request, context }: RouteArgs, most: number): () => void {
  const viewer = viewerOf(context);
  if (viewer.kind === "customer" && viewer.permissions.size > 0) return () => undefined;
  const account = viewer.kind === "customer" ? viewer.id : "";
  const bytes = Math.min(most, Number(request.headers.get("Content-Length")) || most);
  const before = ofAccounts.get(account) ?? 0;
  if (before >= mostOfAccount || bytesUnderWay + bytes > mostBytes)
    throw new TooManyUploads("too many uploads of customers are under way");
  ofAccounts.set(account, before + 1);
  bytesUnderWay += bytes;
  return () => {
    const left = (ofAccounts.get(account) ?? 1) - 1;
    if (left > 0) ofAccounts.set(account, left);
    else ofAccounts.delete(account);
    bytesUnderWay -= bytes;
  };
}
