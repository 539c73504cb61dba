import { cutText } from "../../platform/text/cut-text.ts";
import type { Permission } from "./permissions.ts";

/** A visitor who is not signed in. */
export type Guest = { kind: "guest" };

/** A signed-in customer. Staff are customers too when they buy. */
export type Customer = { kind: "customer"; id: string; name: string };

/** A customer with the email address of their account, or null; for a buyer: the address for emails about the order. */
export type AccountHolder = Customer & { email: string | null };

/**
 * A member of staff with the permissions of their role. `act`: of the request in which they act; what is audited with the
 * same one was a single act.
 */
export type Staff = {
  kind: "staff";
  id: string;
  name: string;
  permissions: ReadonlySet<Permission>;
  act?: string;
};

/** A program of a third party that calls the public API. */
type Token = { kind: "token"; id: string; name: string; permissions: ReadonlySet<Permission> };

/** The shop itself: a job, or a rule triggered by another actor's change. */
export type System = { kind: "system"; job: string };

/** The shop itself, in a job or through a rule. */
export const system = (job: string): System => ({ kind: "system", job });

/** A payment provider, by its key ("cashfree"). */
export type Gateway = { kind: "gateway"; provider: string };

/** A product import that continues after the member of staff who started it has left. */
export type Importer = { kind: "import"; run: string; staff: { name: string } };

/** Who changes something. Every function that changes something on somebody's behalf takes an actor. */
export type Actor = Guest | Customer | Staff | Token | System | Gateway | Importer;

/**
 * Whether an actor has a permission: the only check, on the server and before a button is shown. Customers and jobs
 * have no permissions; what they may do depends on the owner of the order or cart.
 */
export function can(actor: Actor, permission: Permission): boolean {
  return (actor.kind === "staff" || actor.kind === "token") && actor.permissions.has(permission);
}

/**
 * Whether money that goes back because of what an actor did waits until somebody with `orders.refund` approves it: staff
 * and tokens without that permission may cancel orders and receive returns, but not refund them.
 */
export function needsRefundApproval(actor: Actor): boolean {
  return (actor.kind === "staff" || actor.kind === "token") && !can(actor, "orders.refund");
}

/** An actor as ledgers, events and the audit log store it. */
export type RecordedActor = {
  kind: Actor["kind"];
  /** The account, token, job, provider or import run; null where an older version did not store it. */
  id: string | null;
  /** The name at that time; "" for customers, whose names no ledger stores, and for actors without a name. */
  name: string;
};

export const actorKinds = ["guest", "customer", "staff", "token", "system", "gateway", "import"] as const;

const maxNameLength = 200;

/**
 * The stored part of an actor. Ledgers are append-only and customers may ask for erasure, so a customer's name is
 * never stored; screens read it from the order or the account.
 */
export function recorded(actor: Actor): RecordedActor {
  switch (actor.kind) {
    case "guest":
      return { kind: actor.kind, id: null, name: "" };
    case "customer":
      return { kind: actor.kind, id: actor.id, name: "" };
    case "staff":
    case "token":
      return { kind: actor.kind, id: actor.id, name: cutText(actor.name, maxNameLength) };
    case "system":
      return { kind: actor.kind, id: actor.job, name: "" };
    case "gateway":
      return { kind: actor.kind, id: actor.provider, name: "" };
    case "import":
      return { kind: actor.kind, id: actor.run, name: cutText(actor.staff.name, maxNameLength) };
  }
}

/** Whether a recorded action is this actor's. */
export function isSame(one: RecordedActor, actor: Actor): boolean {
  const { kind, id } = recorded(actor);
  return one.kind === kind && one.id === id && id !== null;
}

/** The text of a recorded actor for staff. In: the customer's name where known. Never an id. */
export function actorLabel({ kind, name }: RecordedActor, customerName = ""): string {
  switch (kind) {
    case "guest":
      return "A visitor";
    case "customer":
      return customerName || "The customer";
    case "staff":
      return `${name || "Somebody"} (staff)`;
    case "token":
      return `${name || "An app"} (API)`;
    case "system":
      return "The shop itself";
    case "gateway":
      return "The payment gateway";
    case "import":
      return name ? `Import by ${name}` : "An import";
  }
}
