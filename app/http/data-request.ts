/**
 * Whether the router's script asks for the data of a page, instead of its document: such a request has an address other
 * than the page's. In: the request as it came, and the address of the page, both as React Router passes them to
 * middleware, loaders and actions.
 */
export function isDataRequest(request: Request, url: URL): boolean {
  return new URL(request.url).pathname !== url.pathname;
}
