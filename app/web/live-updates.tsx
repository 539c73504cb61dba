import { useFollowSignIn } from "./session/use-sign-in-sync.ts";
import { useLive } from "./use-live-updates.ts";

/**
 * Follows who signs in or out in other tabs and the news of these topics (`useLive`). It draws nothing and stands by
 * itself: what it hears of the router draws no header and no footer again.
 */
export function KeepUp({
  viewer,
  topics,
}: {
  viewer: Parameters<typeof useFollowSignIn>[0];
  topics: string[];
}) {
  useFollowSignIn(viewer);
  useLive(topics);
  return null;
}
