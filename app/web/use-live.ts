import { useEffect } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { holdNews, listenFor } from "./use-live/live-stream.ts";

/**
 * Asks this page's loaders again when one of these topics is news: "products", "reviews", "settings", and for who is
 * signed in "cart", "wishlist", "people", "orders" (their own). "products/<id>" is news about that product only,
 * "order/<id>" about that order.
 */
export function useLive(topics: string[]): void {
  const { revalidate } = useRevalidator();
  const moving = useNavigation().state !== "idle";
  const key = topics.join(" ");
  useEffect(() => holdNews(moving), [moving]);
  useEffect(() => {
    if (key === "") return;
    return listenFor(key.split(" "), () => void revalidate());
  }, [key, revalidate]);
}
