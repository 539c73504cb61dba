import type { Source } from "./sources.ts";

/** A call that answers with another address, up to the first character of a literal address. */
const call = /\bredirect(?:Document)?\(\s*(["'`])(?!\/(?!\/)|\$\{)/g;

/**
 * Redirects to a literal address that is not a whole path of this site. A browser resolves "?part=mail" against the
 * address of the request, which for a form sent by scripts is React Router's `/admin/settings.data`.
 * In: sources. Out: "path: redirect(`?part=" for each.
 */
export function relativeRedirects(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(call)].map((found) => `${path}: ${text.slice(found.index, found.index + 40)}`),
  );
}
