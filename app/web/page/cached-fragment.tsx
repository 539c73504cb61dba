import { type ReactNode, useContext } from "react";
import { PageContext } from "./page-context.ts";

/**
 * Fragment caching: the server renders these children once and writes the same HTML into every later page. In the
 * browser they are ordinary children. `of`: the object that they show, which must be the same object for the same
 * content (a product's card, the menu); `variant`: everything else that their HTML depends on. Must not be nested, nor
 * contain a nonce or an id of `useId`.
 */
export function CachedFragment({
  of,
  variant,
  children,
}: {
  of: object;
  variant: string;
  children: ReactNode;
}) {
  const { fragments } = useContext(PageContext);
  if (!fragments) return children;
  const place = fragments.place(of, variant);
  if ("whole" in place) return place.whole;
  return (
    <>
      {place.before}
      {children}
      {place.after}
    </>
  );
}
