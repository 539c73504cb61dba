import type { Actor } from "../access/actor.ts";
import type { Act } from "./act-words.ts";

/** Plain values only: entries must stay readable for years. */
type AuditValues = { [name: string]: unknown };

export type AuditAction = {
  actor: Actor;
  /** Noun and verb in kebab-case: "product.update". Its words stand in act-words.ts. */
  action: Act;
  /** What was changed. `name` stays readable when the record is deleted. */
  subject: { kind: string; id: string; name: string };
  /** Only the changed values, before and after. */
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
};

const secret = /password|token|secret|backup.?code|session/i;

/** The same values without anything whose name suggests a secret, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      secret.test(name) ? [] : [[name, withoutSecrets(inner)]],
    ),
  );
}
