import { useLocation } from "react-router";
import { useFollow } from "../../http/page/use-follow.ts";
import { comingAddress } from "../../ui/forms/coming-address.ts";
import { withChange } from "./change-listing.ts";

/**
 * The click handler of links that change one filter: the link's change is applied to the list that is being loaded, so
 * that quick choices add up.
 */
export function useFollowFilter() {
  const drawn = useLocation().search;
  return useFollow({
    stay: true,
    to: ({ pathname, search }) => {
      const coming = comingAddress();
      if (coming.pathname !== pathname || coming.search === drawn) return pathname + search;
      const changed = withChange(coming.search, drawn, search);
      return changed ? `${pathname}?${changed}` : pathname;
    },
  });
}
