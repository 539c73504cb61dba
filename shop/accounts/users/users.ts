/** A row of the list of everybody who has an account. */
export type PersonRow = {
  id: string;
  /** "" for nobody knows. */
  name: string;
  email: string;
  phone: string | null;
  role: "user" | "admin";
  blocked: boolean;
  joinedAt: Date;
};

export type PeopleQuery = {
  q: string;
  role: "" | "user" | "admin";
  sort: "joined" | "name";
  descending: boolean;
  page: number;
};

/** How many people a page of the list holds. */
export const peoplePerPage = 50;
