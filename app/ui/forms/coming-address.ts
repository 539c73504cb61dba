import { useCallback } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

type Address = { pathname: string; search: string };

let opening: Address | undefined;

/**
 * The address that is being opened by `useOpen`, else the current one: choices are applied to it, so that quick choices
 * add up. For event handlers.
 */
export function comingAddress(): Address {
  return opening ?? window.location;
}

/**
 * `useNavigate`, and `comingAddress` tells the address at once, until it is opened or another one is. `useNavigation`
 * and `useLocation` tell it later: they update in a transition, on a slow phone after the next choice.
 */
export function useOpen(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      const address = new URL(to, window.location.href);
      opening = address;
      void Promise.resolve(navigate(to, options)).finally(() => {
        if (opening === address) opening = undefined;
      });
    },
    [navigate],
  );
}
