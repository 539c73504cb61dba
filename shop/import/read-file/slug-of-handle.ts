import { slugOf } from "../../text/slug.ts";

const longest = 120;

/**
 * A handle as a slug: Latin letters, digits and single hyphens ("नीला_कुर्ता" -> "nila-kurta"). In: any
 * text, also percent-encoded as Shopify writes it in some exports. Out: "" when nothing is left.
 */
export function slugOfHandle(handle: string): string {
  return slugOf(decoded(handle).slice(0, 500), longest);
}

function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}
