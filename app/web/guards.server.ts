import { href, redirect } from "react-router";

/** Who asks. Accounts do not exist yet, so everybody is a guest. */
export type Viewer = { kind: "guest" };

export function viewerOf(_request: Request): Viewer {
  return { kind: "guest" };
}

/** Why somebody is asked to sign in; the sign-in screen says it in the specification's words. */
export type SignInReason = "cart" | "wishlist" | "buy" | "admin";

/** The address of the sign-in screen that leads back to `next`, a path on this site. */
export function signInAddress(next: string, reason?: SignInReason): string {
  const query = new URLSearchParams({ next });
  if (reason) query.set("reason", reason);
  return `${href("/auth")}?${query}`;
}

/** Sends a guest to sign in and afterwards back to where they were. Thrown by loaders. */
export function signInFirst(request: Request, reason?: SignInReason): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(signInAddress(pathname + search, reason));
}
