import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { clearDrafts } from "../../parts/form-drafts.ts";

const channelName = "campus-style-person";

/**
 * When a user signs in or out in one tab, the other tabs revalidate. Tabs exchange only the user's id (or
 * "guest"); each asks the server what to show. Signing out deletes drafts.
 */
export function useSignInSync(viewer: { kind: "guest" } | { kind: "customer"; id: string }): void {
  const { revalidate } = useRevalidator();
  const mine = viewer.kind === "customer" ? viewer.id : "guest";
  useEffect(() => {
    if (mine === "guest") clearDrafts();
    const channel = new BroadcastChannel(channelName);
    channel.postMessage(mine);
    channel.onmessage = ({ data }) => {
      if (data !== mine) void revalidate();
    };
    // A page restored from the back/forward cache shows old counts.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void revalidate();
    };
    window.addEventListener("pageshow", shown);
    return () => {
      window.removeEventListener("pageshow", shown);
      channel.close();
    };
  }, [mine, revalidate]);
}
