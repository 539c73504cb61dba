import {
  createContext,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import type { Customer, Guest, Staff } from "../../shop/access/actor.ts";
import { knownPermissions, type Permission } from "../../shop/access/permissions.ts";
import { servicesContext } from "../services-context.ts";
import { isPubliclyCacheable } from "./caching/private-response.ts";
import { guardOf } from "./people/guard-table.ts";
import { callerOf } from "./session/caller.server.ts";
import { flashCookie } from "./toast.server.ts";

/** Somebody who is signed in. In the shop they act as a customer, whatever their role. */
export type UserViewer = Customer & {
  sessionId: string;
  email: string;
  role: string;
  /** What the role lets them do in the back office. */
  permissions: ReadonlySet<Permission>;
};

/** Who asks: found from the session in the database for every request, never from what a browser claims. */
export type Viewer = Guest | UserViewer;

const viewerContext = createContext<Viewer>({ kind: "guest" });
/** Whether a second factor was given in the session that asks. */
const secondFactorContext = createContext(false);

type Context = Readonly<RouterContextProvider>;

/**
 * Finds out who asks, before any loader or action. A session that is due is renewed with an answer that is for one
 * browser only; an answer that caches may keep leaves that to the next one.
 */
export const knowViewer: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { identity, site } = context.get(servicesContext);
  const caller = callerOf(request, site);
  const found = await identity.personOf(caller);
  if (!found) return next();
  const { id, sessionId, name, email, role } = found.person;
  const permissions = knownPermissions(found.person.permissions);
  context.set(viewerContext, { kind: "customer", id, sessionId, name, email, role, permissions });
  context.set(secondFactorContext, found.person.secondFactorGiven);
  const answer = await next();
  // Data for scripts too: a cache on the way must not keep it, a browser asks before it shows it again.
  if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "private, no-cache");
  // Whoever signed in or out just now has the right cookie already.
  const settled = answer.headers.getSetCookie().some((cookie) => /^\S*session=/.test(cookie));
  if (!found.renewalDue || settled || isPubliclyCacheable(answer.headers)) return answer;
  for (const cookie of await identity.renewSession(caller)) answer.headers.append("Set-Cookie", cookie);
  return answer;
};

/** Holds every request against the guard table. An address that is not in it is closed to everybody. */
export const keepRules: MiddlewareFunction<Response> = ({ request, context, pattern }, next) => {
  const guard = guardOf(pattern);
  if (!guard) return plain(403, "This page is closed.");
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && guard.accepts === null) return plain(405, "Nothing can be sent here.");
  if (guard.who === "admin") adminOnly(context, request);
  if (guard.who === "user" && (reads ? guard.guest !== "told" : guard.sends !== "told")) {
    signedIn(context, request, guard.reason);
  }
  return next();
};

function plain(status: number, words: string): Response {
  return new Response(words, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

export function viewerOf(context: Context): Viewer {
  return context.get(viewerContext);
}

/** The member of staff who asks, where the guard table lets only staff come. */
export function staffOf(context: Context): Staff & { sessionId: string } {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") throw new Error("a guest came where only staff may");
  const { id, sessionId, name, permissions } = viewer;
  return { kind: "staff", id, sessionId, name, permissions };
}

/** The user who asks; a guest is sent to sign in, and afterwards back to where they were. */
export function signedIn(context: Context, request: Request, reason?: SignInReason): UserViewer {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") throw signInFirst(request, reason);
  return viewer;
}

/**
 * The admin who asks; everybody else is sent to the sign-in screen (specification, section 6). In live mode an admin
 * whose session was entered without a second factor is sent to set one up; that ends all other sessions.
 */
export function adminOnly(context: Context, request: Request): UserViewer {
  const viewer = signedIn(context, request, "admin");
  if (!viewer.permissions.has("staff.manage")) {
    const { log } = context.get(servicesContext);
    log.warn({ user: viewer.id, path: new URL(request.url).pathname }, "kept out of the back office");
    throw signInFirst(request, "admin");
  }
  if (context.get(servicesContext).site.mode === "live" && !context.get(secondFactorContext)) {
    throw redirect(`${href("/profile")}?tab=security`, {
      headers: { "Set-Cookie": flashCookie("secondFactorNeeded") },
    });
  }
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
  return redirect(signInAddress(screenOf(request), reason));
}

/** The address as a person sees it: scripts ask for "/cart.data?_routes=..." where the screen is "/cart". */
function screenOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
  for (const ours of ["_routes", "index"]) searchParams.delete(ours);
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
