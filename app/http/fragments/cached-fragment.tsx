import { type ReactNode, useContext } from "react";
import { FragmentContext } from "./fragments.ts";

/**
 * Fragment caching: the server renders these children once and writes the same HTML into every later page. In the
 * browser they are ordinary children. `of`: the object that they show, which must be the same object for the same
 * content (a product's card, the menu); `variant`: everything else that their HTML depends on. Must not be nested, nor
 * contain a script or an id of `useId`. The tests render each one again and compare (`pageFragments`).
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
  const place = useContext(FragmentContext)?.place(of, variant);
  if (!place) return children;
  if ("instead" in place) return place.instead;
  return (
    <>
      {place.before}
      {children}
      {place.after}
    </>
  );
}
