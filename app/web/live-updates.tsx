import { useSignInSync } from "./session/use-sign-in-sync.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

/**
 * Follows who signs in or out in other tabs and the news of these topics (`useLiveUpdates`). It draws nothing and stands by
 * itself: what it hears of the router draws no header and no footer again.
 */
export function LiveUpdates({
  viewer,
  topics,
}: {
  viewer: Parameters<typeof useSignInSync>[0];
  topics: string[];
}) {
  useSignInSync(viewer);
  useLiveUpdates(topics);
  return null;
}
