import { redirectDocument } from "react-router";
import type { Route } from "../../+types/root";

/**
 * Opens the document when a client-side navigation gets no answer: the service worker then shows the stored page or
 * the offline page (worker/worker.ts). A revalidation of the open page is left to fail, so that the page is not lost.
 */
export const documentWhenOffline: Route.ClientMiddlewareFunction = async ({ request, url }, next) => {
  const results = await next();
  if (request.method !== "GET" || !navigator.serviceWorker?.controller) return results;
  // A failed connection is a TypeError; whatever else is thrown came from the shop.
  const failed = Object.values(results).some(
    ({ type, result }) => type === "error" && result instanceof TypeError,
  );
  const address = url.pathname + url.search;
  if (failed && address !== location.pathname + location.search) throw redirectDocument(address);
  return results;
};
