import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Caller, SignInResult } from "../../../platform/identity/caller.server.ts";
import { hashPassword, TooBusy } from "../../../platform/identity/password.server.ts";
import { credential, role, session, twoFactor, users } from "../../../platform/identity/tables.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { AccountHolder, Staff } from "../../access/actor.ts";
import { knownPermissions, managesStaff } from "../../access/permissions.ts";
import { isWithinOwn, roleOf } from "../../access/roles.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { sendsMail } from "../../emails/sends-mail.server.ts";
import { buttonTo, writeEmail } from "../../emails/write-email.ts";
import type { MailSender } from "../../mail.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { emailAddress } from "../../text/email-address.ts";
import { isGoodPassword } from "../customer/good-password.server.ts";
import { allowLinkAttempt } from "../follow-link.server.ts";
import { type ReauthRefusal, reauthRefusal } from "../reauthenticate.server.ts";
import { changeRole, lockTeam } from "../sessions.server.ts";
import { signUpForm } from "../sign-up.ts";
import { staffInvitation } from "../tables.server.ts";
import type { AskingStaff } from "../users/change-user.server.ts";

type Ports = Pick<Services, "db" | "mail" | "site">;

const validHours = 72;
/** How long an invitation that expired stays in the list, to be sent again. */
const listedDays = 30;

/** An open invitation as staff see it. */
export type Invitation = {
  id: string;
  email: string;
  role: string;
  roleName: string;
  invitedBy: string;
  expiresAt: Date;
  expired: boolean;
};

/** The invitations that were neither accepted nor withdrawn, newest first. */
export async function openInvitations({ db }: { db: Db }): Promise<Invitation[]> {
  return db
    .select({
      id: staffInvitation.id,
      email: staffInvitation.email,
      role: staffInvitation.role,
      roleName: role.name,
      invitedBy: users.name,
      expiresAt: staffInvitation.expiresAt,
      expired: sql<boolean>`${staffInvitation.expiresAt} <= now()`,
    })
    .from(staffInvitation)
    .innerJoin(role, eq(role.key, staffInvitation.role))
    .innerJoin(users, eq(users.id, staffInvitation.invitedBy))
    .orderBy(sql`${staffInvitation.createdAt} desc`, staffInvitation.id)
    .limit(200);
}

/** Deletes invitations that expired 30 days ago. Out: how many. */
export async function deleteOldInvitations({ db }: { db: Db }): Promise<number> {
  const { rowCount } = await db
    .delete(staffInvitation)
    .where(lt(staffInvitation.expiresAt, sql`now() - make_interval(days => ${listedDays})`));
  return rowCount ?? 0;
}

type InviteRefusal =
  | "bad-email"
  | "no-such-role"
  | "customer-role"
  | "beyond-own"
  | "already-staff"
  | "blocked"
  | "too-many"
  | ReauthRefusal;

/** More open invitations than any team needs: they are mails to strangers. */
const mostOpen = 100;

/**
 * Invites somebody to the team, or sends an open invitation again: the link works once, for 72 hours, and an earlier
 * one for the same address ends. In: the actor, the address as typed, the key of the role, the shop's name and origin
 * for the mail. Out: the link where it cannot be mailed (`sendsMail`), else null. Refused: 'bad-email';
 * 'no-such-role'; 'customer-role' for one without permissions; 'beyond-own' for one, or for replacing one, with a
 * permission that the actor lacks; 'already-staff' for an account that has a role; 'blocked' for a blocked one;
 * 'too-many' (100 open); and as `reauthRefusal`.
 */
export async function invite(
  ports: Ports,
  {
    actor,
    email: typed,
    role: key,
    ...sender
  }: MailSender & { actor: AskingStaff; email: string; role: string },
): Promise<Done<{ email: string; link: string | null }> | Refused<InviteRefusal>> {
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("bad-email");
  const unsure = await reauthRefusal(ports.db, actor);
  if (unsure) return refused(unsure);
  const token = randomBytes(32).toString("base64url");
  const link = `${sender.origin}/auth/invitation?${new URLSearchParams({ token })}`;
  return inTransaction(ports.db, async (tx) => {
    await lockTeam(tx);
    const wanted = await roleOf({ db: tx }, key);
    if (!wanted) return refused("no-such-role");
    if (wanted.permissions.size === 0) return refused("customer-role");
    if (!isWithinOwn(actor, wanted.permissions, [managesStaff])) return refused("beyond-own");
    const account = await accountOf(tx, email.data);
    if (account?.isStaff) return refused("already-staff");
    if (account?.isBanned) return refused("blocked");
    const [replaced] = await tx
      .delete(staffInvitation)
      .where(eq(staffInvitation.email, email.data))
      .returning({ role: staffInvitation.role });
    const was = replaced && (await roleOf({ db: tx }, replaced.role));
    if (was && !isWithinOwn(actor, was.permissions)) return refused("beyond-own");
    if ((await tx.$count(staffInvitation)) >= mostOpen) return refused("too-many");
    const id = randomUUID();
    await tx.insert(staffInvitation).values({
      id,
      email: email.data,
      role: wanted.key,
      tokenHash: hashOf(token),
      invitedBy: actor.id,
      expiresAt: sql`now() + make_interval(hours => ${validHours})`,
    });
    await recordAction(tx, {
      actor,
      action: "team.invite",
      subject: { kind: "invitation", id, name: email.data },
      after: { role: wanted.key },
    });
    if (!sendsMail(ports.site)) return done({ email: email.data, link });
    const facts = { inviter: actor.name || "Somebody", role: wanted.name, button: buttonTo(link) };
    const written = writeEmail(sender, "team-invitation", facts);
    await ports.mail.queue(tx, { to: email.data, secret: true, ...written });
    return done({ email: email.data, link: null });
  });
}

/** Sends an open invitation again, with a new link, as its actor's own. Refused as `invite`; 'not-found'. */
export async function inviteAgain(
  ports: Ports,
  { actor, id, ...letterhead }: MailSender & { actor: AskingStaff; id: string },
): Promise<Done<{ email: string; link: string | null }> | Refused<InviteRefusal | "not-found">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  const [found] = await ports.db.select().from(staffInvitation).where(eq(staffInvitation.id, id));
  return found
    ? invite(ports, { ...letterhead, actor, email: found.email, role: found.role })
    : refused("not-found");
}

/** Ends an open invitation. Refused: 'not-found'; 'beyond-own' for a role with a permission that the actor lacks. */
export async function withdrawInvitation(
  { db }: { db: Db },
  { actor, id }: { actor: Staff; id: string },
): Promise<Done | Refused<"not-found" | "beyond-own">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    const [gone] = await tx.delete(staffInvitation).where(eq(staffInvitation.id, id)).returning();
    if (!gone) return refused("not-found");
    const was = await roleOf({ db: tx }, gone.role);
    if (!isWithinOwn(actor, was?.permissions ?? [])) return refused("beyond-own");
    await recordAction(tx, {
      actor,
      action: "team.withdraw",
      subject: { kind: "invitation", id, name: gone.email },
      before: { role: gone.role },
    });
    return done();
  });
}

/** An invitation as its link shows it. `hasAccount`: whether its address has an account to log in to. */
export type FollowedInvitation = {
  id: string;
  email: string;
  role: string;
  roleName: string;
  invitedBy: string;
  hasAccount: boolean;
};

/**
 * The invitation of a link; null when it was used, withdrawn, expired or never made, when whoever sent it could not give
 * that role any more, or when the account has got a role or was blocked meanwhile.
 */
export async function invitationOf({ db }: { db: Db }, token: string): Promise<FollowedInvitation | null> {
  const [found] = await db
    .select({
      invitation: staffInvitation,
      roleName: role.name,
      permissions: role.permissions,
      inviter: users,
    })
    .from(staffInvitation)
    .innerJoin(role, eq(role.key, staffInvitation.role))
    .innerJoin(users, eq(users.id, staffInvitation.invitedBy))
    .where(and(eq(staffInvitation.tokenHash, hashOf(token)), gt(staffInvitation.expiresAt, sql`now()`)));
  if (!found || found.inviter.bannedAt !== null) return null;
  const { id, email, role: key } = found.invitation;
  const inviter = await roleOf({ db }, found.inviter.role);
  const { id: inviterId, name } = found.inviter;
  const acting: Staff = {
    kind: "staff",
    id: inviterId,
    name,
    permissions: inviter?.permissions ?? new Set(),
  };
  if (!isWithinOwn(acting, knownPermissions(found.permissions), [managesStaff])) return null;
  const account = await accountOf(db, email);
  if (account?.isStaff || account?.isBanned) return null;
  return {
    id,
    email,
    role: key,
    roleName: found.roleName,
    invitedBy: name,
    hasAccount: account?.isProven ?? false,
  };
}

/** What an invitation has to know of the account with its address; undefined when there is none. */
async function accountOf(db: Db, email: string) {
  const [account] = await db
    .select({ isProven: users.emailVerified, bannedAt: users.bannedAt, permissions: role.permissions })
    .from(users)
    .leftJoin(role, eq(role.key, users.role))
    .where(eq(users.email, email));
  if (!account) return undefined;
  const { permissions, bannedAt, isProven } = account;
  return {
    isStaff: knownPermissions(permissions ?? []).size > 0,
    isBanned: bannedAt !== null,
    isProven,
  };
}

/**
 * Accepts an invitation for an account that exists: whoever is logged in with the invited address gets the role and
 * stays logged in here; their other sessions end (audited). Refused: 'link-over', also for anybody else; 'too-often'.
 */
export async function acceptInvitation(
  ports: { db: Db },
  caller: Caller,
  person: AccountHolder & { sessionId: string },
  token: string,
): Promise<Done | Refused<"link-over" | "too-often">> {
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  return inTransaction(ports.db, async (tx) => {
    await lockTeam(tx);
    const found = await invitationOf({ db: tx }, token);
    if (!found || found.email.toLowerCase() !== person.email?.toLowerCase()) return refused("link-over");
    return join(tx, found, person, person.sessionId);
  });
}

/**
 * Accepts an invitation for an address without an account, or with one whose address was never proven: makes it with
 * name and password, takes it over from whoever registered it in advance, gives the role (audited), and signs in.
 * Refused: 'link-over', 'bad-name', 'weak-password', 'too-often', 'busy'; 'has-account' when there is a proven one.
 */
export async function acceptWithNewAccount(
  ports: Pick<Services, "db" | "identity">,
  caller: Caller,
  token: string,
  typed: { name: string; password: string },
): Promise<
  | Done<SignInResult>
  | Refused<"link-over" | "has-account" | "bad-name" | "weak-password" | "too-often" | "busy">
> {
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  const asked = await invitationOf(ports, token);
  if (!asked) return refused("link-over");
  const form = signUpForm.safeParse({ ...typed, email: asked.email });
  if (!form.success) return refused("bad-name");
  const { name, password, email } = form.data;
  if (!(await isGoodPassword(password, { name, email }))) return refused("weak-password");
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof TooBusy) return null;
    throw error;
  });
  if (hash === null) return refused("busy");
  const joined = await inTransaction(ports.db, async (tx) => {
    await lockTeam(tx);
    const found = await invitationOf({ db: tx }, token);
    if (!found) return refused("link-over");
    if (found.hasAccount) return refused("has-account");
    const id = await makeAccount(tx, { email: found.email, name, hash });
    return join(tx, found, { kind: "customer", id, name, email: found.email });
  });
  if (!joined.ok) return joined;
  const entered = await ports.identity.signIn(caller, { email, password });
  return entered.ok ? entered : refused("busy");
}

async function makeAccount(tx: Db, { email, name, hash }: { email: string; name: string; hash: string }) {
  const fresh = { name, emailVerified: true, twoFactorEnabled: false };
  const [user] = await tx
    .insert(users)
    .values({ id: randomUUID(), email, ...fresh })
    .onConflictDoUpdate({ target: users.email, set: { ...fresh, updatedAt: sql`now()` } })
    .returning({ id: users.id });
  if (!user) throw new Error("an account was neither made nor found");
  const { id } = user;
  await tx.delete(session).where(eq(session.userId, id));
  await tx.delete(credential).where(eq(credential.userId, id));
  await tx.delete(twoFactor).where(eq(twoFactor.userId, id));
  await tx
    .insert(credential)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password: hash });
  return id;
}

/** Uses the invitation up and gives its role. In: the session that goes on, if any. */
async function join(
  tx: Db,
  { id, email, role: key, invitedBy }: FollowedInvitation,
  person: AccountHolder,
  keep?: string,
): Promise<Done | Refused<"link-over">> {
  await tx.delete(staffInvitation).where(eq(staffInvitation.id, id));
  const changed = await changeRole({ db: tx }, person.id, key, keep === undefined ? {} : { keep });
  if (!changed.ok) return refused("link-over");
  await recordAction(tx, {
    actor: { kind: "staff", id: person.id, name: person.name, permissions: new Set() },
    action: "team.join",
    subject: { kind: "user", id: person.id, name: person.name || email },
    after: { role: key, invitedBy },
  });
  return done();
}

function hashOf(token: string): string {
  return createHash("sha256").update(`staff-invitation-${token}`).digest("hex");
}
