import { z } from "zod";
import { cleanLine } from "../text/clean-text.ts";
import { type FormFields, type FormRead, fieldReadBy, readForm } from "../text/read-form.ts";

/** From which path, and to which path of the shop or https address. */
export type RedirectInput = { path: string; target: string };

/** The most rows of a file. */
export const mostRedirects = 10_000;

/**
 * The path of a typed address, as requests are compared with it: without origin, query, fragment and a slash at the end,
 * decoded. Null for what is none, and for the home page, which always answers.
 */
function pathOf(typed: string): string | null {
  if (!/^(https?:\/\/[^/]+)?\//i.test(typed) || typed.startsWith("//")) return null;
  const url = URL.canParse(typed, "https://shop.invalid") ? new URL(typed, "https://shop.invalid") : null;
  return url && storedPath(url.pathname);
}

/** The path of a request in the form in which it is stored; null when it cannot be one. */
export function storedPath(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname).normalize("NFC").replace(/\/+$/, "");
    return path.length >= 2 && path.length <= 500 && !/\p{Cc}/u.test(path) ? path : null;
  } catch {
    return null;
  }
}

function targetOf(typed: string): string | null {
  if (typed.length > 500 || /[\s\p{Cc}\\]/u.test(typed)) return null;
  if (typed.startsWith("/")) return ownAddress(typed) && typed;
  return typed.startsWith("https://") && URL.canParse(typed) ? new URL(typed).href : null;
}

/** A target in the shop as a browser asks for it: encoded, without dots; null for one that leads to another site. */
export function ownAddress(target: string): string | null {
  const base = "https://shop.invalid";
  if (!target.startsWith("/") || !URL.canParse(target, base)) return null;
  const { origin, pathname, search, hash } = new URL(target, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : null;
}

const redirectForm = z.object({
  path: fieldReadBy(
    (typed) => pathOf(cleanLine(typed)),
    "An address of this shop that begins with /, such as /products/blue-kurta.",
  ),
  target: fieldReadBy(targetOf, "A path of this shop, such as /shop, or an address with https://"),
});

/** Reads the form of one. */
export function readRedirect(fields: FormFields): FormRead<RedirectInput> {
  return readForm(redirectForm, fields);
}
