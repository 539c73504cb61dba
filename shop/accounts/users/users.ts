/** A row of the list of everybody who has an account. */
export type UserRow = {
  id: string;
  /** "" when unknown. */
  name: string;
  email: string;
  phone: string | null;
  /** The key of the role. */
  role: string;
  blocked: boolean;
  joinedAt: Date;
};

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
