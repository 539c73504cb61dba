import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Identity } from "../../../platform/identity/identity.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import { clientKey, consumeAttempt } from "../../../platform/limits/limits.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import type { AccountHolder, Customer } from "../../access/actor.ts";
import { writeEmail } from "../../emails/write-email.ts";
import type { MailSender } from "../../mail.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { emailAddress } from "../../text/email-address.ts";
import { notify } from "../customer/notifications.server.ts";
import { limits } from "../limits.ts";
import { type Reauthenticating, type ReauthRefusal, reauthRefusal } from "../reauthenticate.server.ts";
import { digitsOf } from "./phone-code.server.ts";

type Ports = { db: Db; identity: Identity; mail: Mail };
type AskRefusal = ReauthRefusal | "has-email" | "bad-email" | "too-often";

/**
 * First step of adding an email address to an account created with a mobile number: sends a code to it, valid for this
 * user only, whether or not another account has the address. Refused: 'has-email' when the account has one,
 * 'bad-email', 'too-often', and as in `reauthRefusal`.
 */
export async function askToAddEmail(
  ports: Ports,
  caller: Caller & MailSender,
  customer: AccountHolder & Reauthenticating,
  typed: string,
): Promise<Done<{ email: string }> | Refused<AskRefusal>> {
  if (customer.email !== null) return refused("has-email");
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("bad-email");
  const unsure = await reauthRefusal(ports.db, customer);
  if (unsure) return refused(unsure);
  if (!(await allow(ports, "mail", caller, email.data))) return refused("too-often");
  const made = await ports.identity.newPhoneCode(email.data, { kind: "prove", userId: customer.id });
  if (made.ok) await mailCode(ports, caller, email.data, made.code);
  return done({ email: email.data });
}

/**
 * Second step: the code proves the address, which is added to the account. Refused: 'wrong-code', 'code-over',
 * 'too-often'; 'email-taken' when another account has it.
 */
export async function addEmail(
  ports: Ports,
  caller: Caller,
  { id }: Customer,
  typed: { email: string; code: string },
): Promise<Done | Refused<"wrong-code" | "code-over" | "too-often" | "email-taken">> {
  const email = emailAddress.safeParse(typed.email);
  if (!email.success) return refused("wrong-code");
  if (!(await allow(ports, "code", caller, email.data))) return refused("too-often");
  const purpose = { kind: "prove", userId: id } as const;
  const used = await ports.identity.consumePhoneCode(email.data, purpose, digitsOf(typed.code));
  if (used !== "right") return refused(used === "over" ? "code-over" : "wrong-code");
  return inTransaction(ports.db, async (tx) => {
    // Two accounts concurrently: the later one sees the earlier.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${email.data}))`);
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email.data));
    if (other) return refused("email-taken");
    const [changed] = await tx
      .update(users)
      .set({ email: email.data, emailVerified: true, updatedAt: sql`now()` })
      .where(and(eq(users.id, id), isNull(users.email)))
      .returning({ id: users.id });
    // The account has been deleted meanwhile, or has an address by now.
    if (!changed) return refused("code-over");
    await notify({ db: tx }, id, {
      kind: "security",
      message: { code: "email-added" },
      link: "/profile?tab=security",
    });
    return done();
  });
}

function allow({ db }: Ports, what: "mail" | "code", { clientAddress }: Caller, email: string) {
  return consumeAttempt({ db }, [
    { what: `${what}:client`, who: clientKey(clientAddress), ...limits[what].client },
    { what: `${what}:account`, who: email, ...limits[what].account },
  ]);
}

async function mailCode({ db, mail }: Ports, sender: MailSender, to: string, code: string) {
  await mail.queue(db, { to, secret: true, ...writeEmail(sender, "email-code", { code }) });
}
