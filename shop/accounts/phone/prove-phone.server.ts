import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import { users } from "../../../platform/identity/tables.server.ts";
import type { Mail } from "../../../platform/mail/mail.server.ts";
import type { Channel } from "../../../platform/messaging/channels.ts";
import type { AccountHolder, Customer } from "../../access/actor.ts";
import type { MailSender } from "../../mail.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { notify } from "../customer/notifications.server.ts";
import { type Reauthenticating, type ReauthRefusal, reauthRefusal } from "../reauthenticate.server.ts";
import {
  allowCodeAttempt,
  digitsOf,
  type PhonePorts,
  type SentCode,
  sendPhoneCode,
} from "./phone-code.server.ts";
import { type PhoneChange, phoneChangedMail } from "./phone-mail.server.ts";
import { readSignInPhone } from "./phone-number.ts";

type Ports = PhonePorts & { mail: Mail };

/**
 * First step of adding a number to sign in with: sends a code to it, valid for this user only. The number gives access
 * to the account, so the session must be new or the password entered. Refused: as in `reauthRefusal` and
 * `sendPhoneCode`.
 */
export async function askToProvePhone(
  ports: Ports,
  caller: Caller,
  user: Customer & Reauthenticating,
  typed: { phone: string; channel?: Channel | undefined },
): Promise<Done<SentCode> | Refused<ReauthRefusal | "bad-phone" | "too-often" | "not-sent">> {
  const purpose = { kind: "prove", userId: user.id } as const;
  const phone = readSignInPhone(typed.phone, ports.messaging.callingCodes);
  // Another code for the same number: the password was checked for the first.
  const isAgain = phone !== null && (await ports.identity.hasPhoneCode(phone, purpose));
  const unsure = isAgain ? null : await reauthRefusal(ports.db, user);
  if (unsure) return refused(unsure);
  return sendPhoneCode(ports, caller, typed, purpose);
}

/**
 * Second step: the code proves the number, which replaces the account's earlier one for signing in. A number that
 * another account had proven moves here, and that account is notified. Refused: 'wrong-code', 'code-over', 'too-often';
 * 'other-account' when the number is the other account's only sign-in method.
 */
export async function provePhone(
  ports: Ports,
  caller: Caller & MailSender,
  { id }: Customer,
  typed: { phone: string; code: string },
): Promise<Done | Refused<"wrong-code" | "code-over" | "too-often" | "other-account">> {
  const phone = readSignInPhone(typed.phone, ports.messaging.callingCodes);
  if (phone === null) return refused("wrong-code");
  if (!(await allowCodeAttempt(ports, caller, phone))) return refused("too-often");
  const used = await ports.identity.consumePhoneCode(
    phone,
    { kind: "prove", userId: id },
    digitsOf(typed.code),
  );
  if (used !== "right") return refused(used === "over" ? "code-over" : "wrong-code");
  return inTransaction<Done | Refused<"code-over" | "other-account">>(ports.db, async (tx) => {
    // Two accounts concurrently: the later one sees the earlier.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${phone}))`);
    const [other] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.verifiedPhone, phone))
      .for("update");
    if (other?.id === id) return done();
    if (other?.email === null) return refused("other-account");
    if (other) await setPhone(ports, tx, caller, other.id, null, "phone-moved");
    // The account has been deleted meanwhile.
    return (await setPhone(ports, tx, caller, id, phone, "phone-added")) ? done() : refused("code-over");
  });
}

/**
 * Removes the number, which can no longer be used to sign in. Refused: 'only-way' without an email address, and as in
 * `reauthRefusal`.
 */
export async function removePhone(
  ports: Ports,
  sender: MailSender,
  customer: AccountHolder & Reauthenticating,
): Promise<Done | Refused<ReauthRefusal | "only-way">> {
  if (customer.email === null) return refused("only-way");
  const unsure = await reauthRefusal(ports.db, customer);
  if (unsure) return refused(unsure);
  await inTransaction(ports.db, (tx) => setPhone(ports, tx, sender, customer.id, null, "phone-removed"));
  return done();
}

/**
 * Writes the number and notifies the account's owner, in the profile and by email if there is an address. Out: false
 * without an account.
 */
async function setPhone(
  { mail }: Ports,
  tx: Db,
  sender: MailSender,
  userId: string,
  verifiedPhone: string | null,
  change: PhoneChange,
): Promise<boolean> {
  const [changed] = await tx
    .update(users)
    .set({ verifiedPhone, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning({ email: users.email });
  if (!changed) return false;
  await notify({ db: tx }, userId, {
    kind: "security",
    message: { code: change },
    link: "/profile?tab=security",
  });
  if (changed.email) await mail.queue(tx, phoneChangedMail(sender, changed.email, change));
  return true;
}
