import type { Actor } from "../access/actor.ts";

/** Plain values only: what is kept must still be readable in ten years. */
export type AuditValues = { [name: string]: unknown };

export type AuditAction = {
  actor: Actor;
  /** Noun and verb in kebab-case: "product.update". */
  action: string;
  /** What it was done to. `name` is what people call it; it stays readable when the thing itself is gone. */
  subject: { kind: string; id: string; name: string };
  /** Only what the deed changed, as it was and as it is. */
  before?: AuditValues | undefined;
  after?: AuditValues | undefined;
};

const secret = /password|token|secret|backup.?code|session/i;

/** The same values without anything whose name says that it is a secret, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      secret.test(name) ? [] : [[name, withoutSecrets(inner)]],
    ),
  );
}
