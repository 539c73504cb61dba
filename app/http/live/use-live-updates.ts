import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

type Stream = typeof import("./event-stream.ts");

/** In ms. The stream opens two seconds after that: its script has low priority. */
const loadDelayMs = 300;
let loading: Promise<Stream | null> | undefined;

/** Null when loading failed: the next page tries again. */
function stream(): Promise<Stream | null> {
  loading ??= new Promise((resolve) => setTimeout(resolve, loadDelayMs))
    .then(() => import("./event-stream.ts"))
    .catch(() => {
      loading = undefined;
      return null;
    });
  return loading;
}

/**
 * Revalidates this page on events of these topics: "products", "reviews", "settings", and for the signed-in user's
 * own data "cart", "wishlist", "people", "orders". "products/<id>" and "order/<id>" are limited to one product or
 * order.
 */
export function useLiveUpdates(topics: string[]): void {
  const { revalidate, state } = useRevalidator();
  const moving = useNavigation().state !== "idle";
  useResumed(revalidate, { moving, reading: state === "loading" });
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

/**
 * Revalidates once more when a form was sent, or a link followed, during a revalidation, which ends that: after a
 * refused form the router reads nothing again, so the page would keep what was there before.
 */
function useResumed(
  revalidate: () => Promise<void>,
  { moving, reading }: Record<"moving" | "reading", boolean>,
) {
  const ended = useRef(false);
  useEffect(() => {
    if (moving) ended.current ||= reading;
    else if (ended.current) {
      ended.current = false;
      void revalidate();
    }
  }, [moving, reading, revalidate]);
}

/**
 * Calls `ask` on events of these topics without revalidating the page: for what stands beside it. In: a stable function.
 */
export function useLiveApart(topics: string[], ask: () => void): void {
  const key = topics.join(" ");
  useEffect(() => {
    if (key === "") return;
    let gone = false;
    let stop: (() => void) | undefined;
    void stream().then((notification) => {
      if (!gone) stop = notification?.subscribeTo(key.split(" "), ask, true);
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, [key, ask]);
}
