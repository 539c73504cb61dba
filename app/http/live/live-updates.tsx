import { useOffline } from "../offline/use-offline.ts";
import { useSignInSync } from "../session/use-sign-in-sync.ts";
import { useLiveUpdates } from "./use-live-updates.ts";

/**
 * Subscribes to sign-in changes in other tabs and to these topics (`useLiveUpdates`). A separate component that
 * renders nothing, so that router state does not re-render header and footer.
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
  useOffline(viewer.kind === "guest" ? "guest" : viewer.id);
  return null;
}
