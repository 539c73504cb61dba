import { formatMobile } from "../customer/formats.ts";

/** A row of the list of accounts. */
export type UserRow = {
  id: string;
  /** "" when unknown. */
  name: string;
  /** Null: the account was created with a mobile number. */
  email: string | null;
  /** The proven number with which the account can sign in: "+91XXXXXXXXXX". */
  verifiedPhone: string | null;
  /** The contact number its owner typed. */
  phone: string | null;
  /** The key of the role. */
  role: string;
  blocked: boolean;
  joinedAt: Date;
};

/** The identifier of an account for staff: its email address, else its mobile number. */
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

/** The number of accounts per page of the list. */
export const usersPerPage = 50;
