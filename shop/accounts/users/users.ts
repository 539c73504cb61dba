import { formatMobile } from "../customer/formats.ts";

/** A row of the list of everybody who has an account. */
export type UserRow = {
  id: string;
  /** "" when unknown. */
  name: string;
  /** Null: the account was made with a mobile number. */
  email: string | null;
  /** The number the account is signed in to with: "+91XXXXXXXXXX". */
  verifiedPhone: string | null;
  /** The contact number its owner typed. */
  phone: string | null;
  /** The key of the role. */
  role: string;
  blocked: boolean;
  joinedAt: Date;
};

/** What an account is known by: its email address, else its mobile number. */
export function contactOf({ email, verifiedPhone }: Pick<UserRow, "email" | "verifiedPhone">): string {
  return email ?? formatMobile(verifiedPhone ?? "");
}

export type UserQuery = {
  q: string;
  /** "" for every role. */
  role: string;
  sort: "joined" | "name";
  descending: boolean;
  page: number;
};

/** How many people a page of the list holds. */
export const usersPerPage = 50;
