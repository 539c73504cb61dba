import {
  createContext,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { servicesContext } from "../services-context.ts";
import { callerOf } from "./caller.server.ts";

export type UserViewer = {
  kind: "user";
  id: string;
  sessionId: string;
  name: string;
  email: string;
  role: "user" | "admin";
};

/** Who asks: found from the session in the database for every request, never from what a browser claims. */
export type Viewer = { kind: "guest" } | UserViewer;

const viewerContext = createContext<Viewer>({ kind: "guest" });

type Context = Readonly<RouterContextProvider>;

/** Finds out who asks, before any loader or action, and sends a renewed session's cookie back. */
export const knowViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { identity, site } = context.get(servicesContext);
  const found = await identity.personOf(callerOf(request, site));
  if (!found) return next();
  const { id, sessionId, name, email, role } = found.person;
  context.set(viewerContext, { kind: "user", id, sessionId, name, email, role });
  const answer = await next();
  for (const cookie of found.cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
};

export function viewerOf(context: Context): Viewer {
  return context.get(viewerContext);
}

/** The user who asks; a guest is sent to sign in, and afterwards back to where they were. */
export function signedIn(context: Context, request: Request, reason?: SignInReason): UserViewer {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") throw signInFirst(request, reason);
  return viewer;
}

/** The admin who asks; everybody else is sent to the sign-in screen (specification, section 6). */
export function adminOnly(context: Context, request: Request): UserViewer {
  const viewer = signedIn(context, request, "admin");
  if (viewer.role !== "admin") throw signInFirst(request, "admin");
  return viewer;
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
