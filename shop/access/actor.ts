import type { Permission } from "./permissions.ts";

/** Nobody who is signed in. */
export type Guest = { kind: "guest" };

/** Somebody who is signed in and shops. Staff are customers too when they buy something. */
export type Customer = { kind: "customer"; id: string; name: string };

/** A customer with the email address of their account. */
export type AccountHolder = Customer & { email: string };

/** Somebody who works in the back office, with what their role lets them do. */
export type Staff = { kind: "staff"; id: string; name: string; permissions: ReadonlySet<Permission> };

/** A program of somebody else that calls the shop's API. */
export type Token = { kind: "token"; id: string; name: string; permissions: ReadonlySet<Permission> };

/** The shop itself: a job, or a rule that follows from what somebody else did. */
export type System = { kind: "system"; job: string };

/** The shop itself, in a job or by a rule. */
export const system = (job: string): System => ({ kind: "system", job });

/** A payment provider, by its key ("cashfree"). */
export type Gateway = { kind: "gateway"; provider: string };

/** An import of products that goes on after the member of staff who began it has left. */
export type Importer = { kind: "import"; run: string; staff: { name: string } };

/** Who does something. Every function that changes something for somebody takes one. */
export type Actor = Guest | Customer | Staff | Token | System | Gateway | Importer;

/**
 * Whether somebody may do something: the only question that is asked, on the server and before a button is shown.
 * Customers and the shop's own jobs have no permissions; what they may do follows from whose order or cart it is.
 */
export function can(actor: Actor, permission: Permission): boolean {
  return (actor.kind === "staff" || actor.kind === "token") && actor.permissions.has(permission);
}

/** An actor as ledgers, events and the audit log keep them. */
export type RecordedActor = {
  kind: Actor["kind"];
  /** The account, token, job, provider or import run; null where an older version did not write it down. */
  id: string | null;
  /** The name as it was then; "" for customers, whose names no ledger keeps, and for who has none. */
  name: string;
};

export const actorKinds = ["guest", "customer", "staff", "token", "system", "gateway", "import"] as const;

const maxNameLength = 200;

/**
 * What is written down of an actor. A ledger is never changed, so the name of a customer, who may ask to be forgotten,
 * is not written into one; screens take it from the order or the account while there is one.
 */
export function recorded(actor: Actor): RecordedActor {
  switch (actor.kind) {
    case "guest":
      return { kind: actor.kind, id: null, name: "" };
    case "customer":
      return { kind: actor.kind, id: actor.id, name: "" };
    case "staff":
    case "token":
      return { kind: actor.kind, id: actor.id, name: actor.name.slice(0, maxNameLength) };
    case "system":
      return { kind: actor.kind, id: actor.job, name: "" };
    case "gateway":
      return { kind: actor.kind, id: actor.provider, name: "" };
    case "import":
      return { kind: actor.kind, id: actor.run, name: actor.staff.name.slice(0, maxNameLength) };
  }
}

/** Whether it was this actor who did what was recorded. */
export function isSame(one: RecordedActor, actor: Actor): boolean {
  const { kind, id } = recorded(actor);
  return one.kind === kind && one.id === id && id !== null;
}

/** A recorded actor in words for staff. In: the customer's name where it is known. Never an id. */
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
