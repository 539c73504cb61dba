import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { clearDrafts } from "../../parts/form-drafts.ts";

const channelName = "campus-style-person";

/**
 * When somebody signs in or out in one tab, the other tabs of the browser ask the server again at once. Said is only
 * whom a tab sees: what it may show, every tab learns from the server. What was typed and not sent goes with a sign-out.
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
    // A page that the browser kept in memory shows the counts of when it was left.
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
