import { useEffect } from "react";
import { useNavigation, useRevalidator } from "react-router";

type Stream = typeof import("./use-live-updates/event-stream.ts");

/** The stream itself opens two seconds later still: its script need not be among the first. */
const loadDelayMs = 300;
let loading: Promise<Stream | null> | undefined;

/** Null without a line: the next page tries again. */
function stream(): Promise<Stream | null> {
  loading ??= new Promise((resolve) => setTimeout(resolve, loadDelayMs))
    .then(() => import("./use-live-updates/event-stream.ts"))
    .catch(() => {
      loading = undefined;
      return null;
    });
  return loading;
}

/**
 * Asks this page's loaders again when one of these topics is news: "products", "reviews", "settings", and for who is
 * signed in "cart", "wishlist", "people", "orders" (their own). "products/<id>" is news about that product only,
 * "order/<id>" about that order.
 */
export function useLiveUpdates(topics: string[]): void {
  const { revalidate } = useRevalidator();
  const moving = useNavigation().state !== "idle";
  const key = topics.join(" ");
  useEffect(() => {
    void stream().then((notification) => notification?.deferEvents(moving));
  }, [moving]);
  useEffect(() => {
    if (key === "") return;
    let gone = false;
    let stop: (() => void) | undefined;
    void stream().then((notification) => {
      if (!gone) stop = notification?.subscribeTo(key.split(" "), () => void revalidate());
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [key, revalidate]);
}
