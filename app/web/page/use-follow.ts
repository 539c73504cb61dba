import { type MouseEvent, useCallback } from "react";
import { useNavigate } from "react-router";

type Following = {
  /** Without scrolling to the top. */
  stay?: boolean;
  /** Gets the link that is followed. */
  done?: (link: HTMLAnchorElement) => void;
  /** The router's state of the page that opens. */
  state?: unknown;
  /** Gets the link, gives the address to follow where that is another than the link's. */
  to?: (link: HTMLAnchorElement) => string;
};

const ownAddress = ({ pathname, search }: HTMLAnchorElement) => pathname + search;

/**
 * The click of plain links, for lists of many: the router's Link resolves and listens for each, which takes a fifth of the
 * time of drawing a list.
 */
export function useFollow({ stay = false, done, state, to = ownAddress }: Following = {}) {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      done?.(currentTarget);
      void navigate(to(currentTarget), { preventScrollReset: stay, state });
    },
    [navigate, stay, done, state, to],
  );
}
