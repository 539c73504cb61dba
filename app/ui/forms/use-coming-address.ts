import { useContext } from "react";
import { UNSAFE_DataRouterContext } from "react-router";

/**
 * Returns the address that is being loaded, else the current one: choices are applied to it, so that quick choices add
 * up. Read from the router itself: `useNavigation` and `useLocation` update in a transition, on a slow phone after the
 * next choice.
 */
export function useComingAddress() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return () => router?.state.navigation.location ?? window.location;
}
