import { sql } from "drizzle-orm";
import type { CredentialsState, FieldValues } from "../../platform/credentials/credentials.server.ts";
import type { Provider, VariableTexts } from "../../platform/credentials/providers.server.ts";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { readEnvironment } from "../../platform/environment.server.mjs";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can, recorded } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { FieldErrors, FormFields } from "../text/read-form.ts";
import { formErrors, keyForms, variablesOf } from "./provider-keys.ts";

type Ports = Pick<Services, "db" | "credentials">;
/** `prove`: asks for the second factor, once everything else is right: a code works once. */
type Asked = { provider: Provider; version: string; prove: () => Promise<boolean> };
type Prevented = Refused<"not-allowed" | "too-often" | "changed-meanwhile" | "wrong-code">;

/** A provider's keys as staff see them: what is not secret, and which secrets are stored. */
export type ShownKeys = {
  source: CredentialsState["source"];
  values: Record<string, string>;
  storedSecrets: string[];
  version: string;
};

/** What of a provider's keys may be shown. */
export async function shownKeys({ db, credentials }: Ports, provider: Provider): Promise<ShownKeys> {
  const { source, entered, version } = await credentials.state(db, provider);
  const { fields } = keyForms[provider];
  const open = fields.filter(({ secret }) => !secret);
  const values = open.map(({ name, initial = "" }) => [name, entered[name] ?? initial]);
  const storedSecrets = fields.flatMap(({ name, secret }) => (secret && entered[name] ? [name] : []));
  return { source, values: Object.fromEntries(values), storedSecrets, version };
}

/**
 * Stores a provider's keys (audited, without their values). In: the submitted form; an empty secret stays as it was.
 * Refused: 'not-allowed', 'too-often' (twenty in 15 minutes), 'changed-meanwhile', 'wrong-code'; with errors by field
 * what is missing or malformed.
 */
export function saveProviderKeys(
  ports: Ports,
  { fields, ...asked }: Asked & { actor: Actor; fields: FormFields },
): Promise<Done | { ok: false; errors: FieldErrors } | Prevented> {
  const { actor, provider, prove } = asked;
  return changing(ports, asked, async (tx, { entered }) => {
    const known = keyForms[provider].fields;
    const values: FieldValues = Object.fromEntries(
      known.map(({ name, secret }) => {
        const typed = cleanLine(fields.get(name) ?? "");
        return [name, typed === "" && secret ? (entered[name] ?? "") : typed];
      }),
    );
    const errors = { ...variableErrors(variablesOf(provider, values)), ...formErrors(provider, values) };
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    if (!(await prove())) return refused("wrong-code");
    await ports.credentials.store(tx, provider, values);
    const changed = known.filter(({ name }) => entered[name] !== values[name]);
    await record(tx, actor, provider, "save", { changed: changed.map(({ label }) => label) });
    return done();
  });
}

/** Removes a provider's stored keys (audited). Refused: as `saveProviderKeys`. */
export function removeProviderKeys(ports: Ports, asked: Asked & { actor: Actor }): Promise<Done | Prevented> {
  return changing(ports, asked, async (tx) => {
    if (!(await asked.prove())) return refused("wrong-code");
    await ports.credentials.store(tx, asked.provider, null);
    await record(tx, asked.actor, asked.provider, "remove", {});
    return done();
  });
}

async function changing<Outcome>(
  { db, credentials }: Ports,
  { actor, provider, version }: Asked & { actor: Actor },
  work: (tx: Db, state: CredentialsState) => Promise<Outcome | Prevented>,
): Promise<Outcome | Prevented> {
  if (!can(actor, "settings.edit")) return refused("not-allowed");
  const limit = { what: "provider-keys", who: recorded(actor).id ?? "", most: 20, minutes: 15 };
  if (!(await consumeAttempt({ db }, [limit]))) return refused("too-often");
  return inTransaction<Outcome | Prevented>(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('provider_credentials'))`);
    const state = await credentials.state(tx, provider);
    if (state.version !== version) return refused("changed-meanwhile");
    return work(tx, state);
  });
}

/** "NAME: words" of the environment's rules, as errors by field. */
function variableErrors(variables: VariableTexts): FieldErrors {
  const { problems } = readEnvironment(variables);
  return Object.fromEntries(
    problems.flatMap((problem) => {
      const [, name = "", words = ""] = /^([A-Z0-9_]+): (.*)$/.exec(problem) ?? [];
      return name
        ? [
            [
              name === "SMTP_URL" || name === "IMAP_URL" ? "host" : name,
              `${words[0]?.toUpperCase()}${words.slice(1)}.`,
            ],
          ]
        : [];
    }),
  );
}

async function record(
  tx: Db,
  actor: Actor,
  provider: Provider,
  action: "save" | "remove",
  after: Record<string, unknown>,
): Promise<void> {
  await recordAction(tx, {
    actor,
    action: `provider-keys.${action}`,
    subject: { kind: "settings", id: provider, name: `Keys of ${keyForms[provider].title}` },
    before: {},
    after,
  });
}
