import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { citext, time } from "../database/column-types.server.ts";

const created = () => time("created_at").notNull().defaultNow();
const updated = () => time("updated_at").notNull().defaultNow();
const userId = () => uuid("user_id").notNull();

/** Migrations 0160 and 0105. Roles of the back office; the shop defines the permission keys. */
export const role = pgTable("role", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
  permissions: text("permissions").array().notNull().default([]),
  /** Whether its holders need a second factor; null: as the shop's mode has it. */
  secondFactor: boolean("second_factor"),
  version: integer("version").notNull().default(1),
});

/** Migrations 0020, 0130, 0160 and 0190. The names on the left are better-auth's, the columns are ours. */
export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** Null: an account created by signing in with a mobile number. */
  email: citext("email"),
  emailVerified: boolean("email_verified").notNull().default(false),
  /** Proven by a code: "+91XXXXXXXXXX". Not the contact number of the profile, which is unverified. */
  verifiedPhone: text("verified_phone"),
  image: text("image"),
  role: text("role").notNull().default("user"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  bannedAt: time("banned_at"),
  createdAt: created(),
  updatedAt: updated(),
});

export const session = pgTable("session", {
  id: uuid("id").primaryKey(),
  userId: userId(),
  token: text("token").notNull(),
  expiresAt: time("expires_at").notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  secondFactorAt: time("second_factor_at"),
  createdAt: created(),
  updatedAt: updated(),
});

/**
 * When a session ends even if it is used (ASVS 5.0, 7.3.2), counted from sign-in: a week for staff (any role with a
 * permission), 90 days for customers.
 */
export const sessionHasEnded = sql`${session.createdAt} < now() - case when exists (
    select from ${role} where ${role.key} = ${users.role} and ${role.permissions} <> '{}')
  then interval '7 days' else interval '90 days' end`;

export const credential = pgTable("credential", {
  id: uuid("id").primaryKey(),
  userId: userId(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: time("access_token_expires_at"),
  refreshTokenExpiresAt: time("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  createdAt: created(),
  updatedAt: updated(),
});

export const verification = pgTable("verification", {
  /** A UUID, or the digest of a single-use name. */
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: time("expires_at").notNull(),
  createdAt: created(),
  updatedAt: updated(),
});

export const twoFactor = pgTable("two_factor", {
  id: uuid("id").primaryKey(),
  userId: userId(),
  secret: text("secret").notNull(),
  backupCodes: text("backup_codes").notNull(),
  verified: boolean("verified").notNull().default(true),
  failedVerificationCount: integer("failed_verification_count").notNull().default(0),
  lockedUntil: time("locked_until"),
});

/**
 * Codes sent to a phone, or to an email address that is being added to an account created with one;
 * both hashes are keyed, so the table has neither numbers nor codes.
 */
export const phoneCode = pgTable("phone_code", {
  key: text("key").primaryKey(),
  codeHash: text("code_hash").notNull(),
  attempts: smallint("attempts").notNull().default(0),
  sentAt: time("sent_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
});
