import { useContext } from "react";
import { UNSAFE_DataRouterContext } from "react-router";

/**
 * Gives the address that is on its way, else the one that is shown: what a choice is added to, so that quick choices add
 * up. From the router itself: what `useNavigation` and `useLocation` give is drawn in a transition, on a slow phone after
 * the next choice.
 */
export function useComingAddress() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return () => router?.state.navigation.location ?? window.location;
}
