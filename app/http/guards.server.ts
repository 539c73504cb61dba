import { randomUUID } from "node:crypto";
import {
  createContext,
  href,
  type MiddlewareFunction,
  matchRoutes,
  type RouterContextProvider,
  redirect,
} from "react-router";
import type { Services, Site } from "../../platform/services.server.ts";
import { type AccountHolder, can, type Guest, type Staff } from "../../shop/access/actor.ts";
import { knownPermissions, needsSecondFactor, type Permission } from "../../shop/access/permissions.ts";
import { servicesContext } from "../services-context.ts";
import { actingStaff } from "./access/acting-staff.ts";
import { type Guard, intentPermission, type SignInReason } from "./access/guard.ts";
import { guardOf, guardTable } from "./access/guard-table.ts";
import { isPubliclyCacheable } from "./caching/private-response.ts";
import { callerOf } from "./session/caller.server.ts";
import { flashCookie } from "./toast.server.ts";

/** A signed-in user. In the shop they act as a customer, whatever their role. */
export type UserViewer = AccountHolder & {
  sessionId: string;
  /** The proven number with which the account can sign in; null: none. */
  verifiedPhone: string | null;
  role: { key: string; name: string; secondFactor: boolean | null };
  /** The permissions of their role in the back office. */
  permissions: ReadonlySet<Permission>;
  /** A role that needs a second factor here (`needsSecondFactor`), in a session without one. */
  lacksSecondFactor: boolean;
};

/** The viewer: determined from the session in the database for every request, never from client input. */
export type Viewer = Guest | UserViewer;

const viewerContext = createContext<Viewer>({ kind: "guest" });
const guardContext = createContext<Guard | null>(null);
/** The address that the visitor sees, also of a data request. */
const addressContext = createContext<URL>();

type Context = Readonly<RouterContextProvider>;
/** The arguments of a loader or an action. */
export type RouteArgs = { request: Request; context: Context };

/**
 * Determines the viewer, before any loader or action. A session that is due is renewed with a private response; a
 * cacheable response leaves that to the next one.
 */
export const knowViewer: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const guard = guardOf(pattern);
  if (guard?.sessionless) return next();
  const { identity, site } = context.get(servicesContext);
  const caller = callerOf(request, site);
  const found = await identity.personOf(caller);
  if (!found) return next();
  context.set(viewerContext, viewerFrom(found.person, site));
  const answer = await next();
  // Data requests, for which `entry.server.tsx` is not asked. What guests see too may be prefetched, so browsers keep it
  // and ask again; what only its owner or staff see is on no disk.
  const isPersonal = guard?.who === "user" || guard?.who === "staff";
  if (!answer.headers.has("Cache-Control"))
    answer.headers.set("Cache-Control", isPersonal ? "private, no-store" : "private, no-cache");
  // After signing in or out the response already sets the right cookie.
  const settled = answer.headers.getSetCookie().some((cookie) => /^\S*session=/.test(cookie));
  if (!found.renewalDue || settled || isPubliclyCacheable(answer.headers)) return answer;
  for (const cookie of await identity.renewSession(caller)) answer.headers.append("Set-Cookie", cookie);
  return answer;
};

type Person = NonNullable<Awaited<ReturnType<Services["identity"]["personOf"]>>>["person"];

function viewerFrom(person: Person, site: Site): UserViewer {
  const { id, sessionId, name, email, verifiedPhone, role, secondFactorGiven } = person;
  const permissions = knownPermissions(role.permissions);
  return {
    kind: "customer",
    id,
    sessionId,
    name,
    email,
    verifiedPhone,
    permissions,
    lacksSecondFactor:
      !secondFactorGiven && needsSecondFactor({ permissions, secondFactor: role.secondFactor }, site.mode),
    role: { key: role.key, name: role.name, secondFactor: role.secondFactor },
  };
}

/** The viewer before the guards, also on a route without sessions: for a closed shop, which only some may see. */
export async function knownViewer(
  { request, context }: Pick<RouteArgs, "request" | "context">,
  pattern: string,
): Promise<Viewer> {
  if (!guardOf(pattern)?.sessionless) return context.get(viewerContext);
  const { identity, site } = context.get(servicesContext);
  const found = await identity.personOf(callerOf(request, site));
  return found ? viewerFrom(found.person, site) : { kind: "guest" };
}

/**
 * Checks every request against the guard table; the intent of a form is checked when the form is read (`checkIntent`).
 * A route that is not in it is closed to everybody.
 */
export const enforceGuards: MiddlewareFunction<Response> = ({ request, url, context, pattern }, next) => {
  const guard = guardOf(pattern);
  if (!guard) return plain(403, "This page is closed.");
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && guard.accepts === null) return plain(405, "Nothing can be sent here.");
  context.set(guardContext, guard);
  context.set(addressContext, url);
  if (guard.who === "staff") {
    const needed = reads ? [] : neededByAll(guard);
    checkStaff(context, [guard.permission ?? null, ...needed]);
  }
  if (guard.who === "user" && viewerOf(context).kind === "guest") {
    if (!reads && guard.sends === "json") return notSignedIn();
    if ((reads ? guard.guest : guard.sends) !== "page") throw signInFirst(context, guard.reason);
  }
  return next();
};

/**
 * Checks a form's intent against the guard table. Called by every form reader, so that no action sees an unchecked
 * form. Throws a response: 400 for an intent that the route does not allow, a redirect to the sign-in screen for staff
 * without the permission.
 */
export function checkIntent({ context }: Pick<RouteArgs, "context">, intent: string): void {
  const guard = context.get(guardContext);
  const permission = guard && intentPermission(guard, intent);
  if (permission === undefined || permission === null) {
    if (permission === undefined || guard === null) throw plain(400, "This form is not known here.");
    return;
  }
  checkStaff(context, [permission]);
}

/** The permissions that every intent of a route needs, checked even if an action reads no form. */
function neededByAll({ intents = {} }: Guard): (Permission | null)[] {
  const all = new Set(Object.values(intents));
  return all.size === 1 ? [...all] : [];
}

/**
 * Admits staff with these permissions (null: any). Everybody else is sent to the sign-in screen (specification,
 * section 6). Staff whose role needs a second factor and whose session has none are sent to set one up; that ends all
 * other sessions.
 */
function checkStaff(context: Context, needed: (Permission | null)[]): void {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") throw signInFirst(context, "admin");
  if (viewer.lacksSecondFactor) {
    throw redirect(`${href("/profile")}?tab=security`, {
      headers: { "Set-Cookie": flashCookie("secondFactorNeeded") },
    });
  }
  const staff = actingStaff(viewer);
  const may = needed.every((one) => (one === null ? staff.permissions.size > 0 : can(staff, one)));
  if (may) return;
  const { log } = context.get(servicesContext);
  log.warn({ user: viewer.id, path: context.get(addressContext).pathname }, "kept out of the back office");
  throw signInFirst(context, "admin");
}

/** Whether the guard table lets the viewer open a path of this site ("/admin/orders?status=pending"). */
export function mayOpen(viewer: Viewer, path: string): boolean {
  const address = path.split(/[?#]/)[0] ?? "";
  // The back office checks its whole menu, and the router would rank all patterns again for each path.
  const pattern = guardTable.has(address) ? address : matchRoutes(allPatterns, address)?.at(-1)?.route.path;
  const guard = pattern === undefined ? undefined : guardOf(pattern);
  if (!guard) return false;
  if (guard.who === "user") return viewer.kind === "customer";
  if (guard.who !== "staff") return true;
  const staff = actingStaff(viewer);
  return guard.permission ? can(staff, guard.permission) : staff.permissions.size > 0;
}

const allPatterns = [...guardTable.keys()].map((path) => ({ path }));

function plain(status: number, words: string): Response {
  return new Response(words, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function notSignedIn(): Response {
  const body = { error: "not-signed-in", message: "User not authenticated" };
  return Response.json(body, { status: 401, headers: { "Cache-Control": "no-store" } });
}

/** Throws when the session was not read. */
export function viewerOf(context: Context): Viewer {
  if (context.get(guardContext)?.sessionless) throw new Error("this address is answered without the session");
  return context.get(viewerContext);
}

/** Whether the viewer is known to be signed in: on a route without sessions everybody is a guest. */
export function isSignedIn(context: Context): boolean {
  return context.get(viewerContext).kind !== "guest";
}

/** The signed-in user, on routes for users only. */
export function userOf(context: Context): UserViewer {
  const viewer = viewerOf(context);
  if (viewer.kind === "guest") throw new Error("a guest came where only users may");
  return viewer;
}

/** The member of staff, on routes for staff only. All that they change in this request is one act of the audit log. */
export function staffOf(context: Context): Staff & { sessionId: string } {
  const viewer = userOf(context);
  return { ...actingStaff(viewer), sessionId: viewer.sessionId, act: randomUUID() };
}

/**
 * The answer when the viewer's account was deleted, or their session ended, while their request was handled: as to a
 * guest. Null for who is still signed in, and where guests may send as well: there the next try works.
 */
export async function endedMeanwhile({ request, context }: RouteArgs): Promise<Response | null> {
  const guard = context.get(guardContext);
  if (context.get(viewerContext).kind === "guest" || !guard || guard.who === "anyone") return null;
  const { identity, site } = context.get(servicesContext);
  if (await identity.personOf(callerOf(request, site))) return null;
  if (guard.sends === "json") return notSignedIn();
  const answer = signInFirst(context);
  answer.headers.append("Set-Cookie", flashCookie("endedMeanwhile"));
  return answer;
}

/** The address of the sign-in screen with a return to `next`, a path on this site. */
export function signInAddress(next: string, reason?: SignInReason): string {
  const query = new URLSearchParams({ next });
  if (reason) query.set("reason", reason);
  return `${href("/auth")}?${query}`;
}

/** Sends a guest to sign in and afterwards back to where they were. Thrown by loaders. */
export function signInFirst(context: Context, reason?: SignInReason): Response {
  const { pathname, search } = context.get(addressContext);
  return redirect(signInAddress(pathname + search, reason));
}
