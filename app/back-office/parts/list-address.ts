/** What an address says about a list: everything that a link can share. */
export type ListAddress = {
  /** What is searched for; "" when nothing. */
  q: string;
  /** One of the list's sorts. */
  sort: string;
  descending: boolean;
  /** From 1. A list that goes by `after` and `before` leaves it alone. */
  page: number;
  after: string | null;
  before: string | null;
  /** The chosen value of each filter; "" for all. */
  filters: Record<string, string>;
};

/** The last page that can be asked for: skipping more rows than that is slow, and searching finds them sooner. */
export const lastPage = 100;
const longest = 100;

/**
 * Reads a list's address. In: the parameters, the sorts it knows (the first one is its own; "-name" for descending),
 * and for each filter its values. Whatever it does not know falls back to the list's own.
 */
export function readListAddress(
  params: URLSearchParams,
  {
    sorts,
    filters = {},
  }: { sorts: readonly [string, ...string[]]; filters?: Record<string, readonly string[]> },
): ListAddress {
  const names = sorts.map((sort) => sort.replace(/^-/, ""));
  const asked = params.get("sort") ?? "";
  const chosen = names.includes(asked.replace(/^-/, "")) ? asked : sorts[0];
  const page = Number(params.get("page") ?? "1");
  return {
    q: (params.get("q") ?? "").trim().slice(0, longest),
    sort: chosen.replace(/^-/, ""),
    descending: chosen.startsWith("-"),
    page: Number.isInteger(page) ? Math.min(Math.max(page, 1), lastPage) : 1,
    after: cursor(params.get("after")),
    before: cursor(params.get("before")),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, values]) => {
        const value = params.get(name) ?? "";
        return [name, values.includes(value) ? value : ""];
      }),
    ),
  };
}

function cursor(value: string | null): string | null {
  return value !== null && /^[\w.:~-]{1,100}$/.test(value) ? value : null;
}

/** Parameters to set, or with null to take away. */
export type ListChange = Record<string, string | null>;

/** The same list with something changed, as the query of a link. Going elsewhere in it begins at its first page. */
export function changedListQuery(params: URLSearchParams, change: ListChange): string {
  const next = new URLSearchParams(params);
  for (const name of ["page", "after", "before"]) next.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/** How many there are: counted, or as the database reckons. */
export type RowTotal = { count: number; exact: boolean };

export type Paging = {
  /** The place of the first row shown, from 1; left out where nobody knows it. */
  from?: number;
  /** Left out where counting would be slow. */
  total?: RowTotal;
  previous: ListChange | null;
  next: ListChange | null;
};

/** Paging by numbered pages. `more`: whether rows follow those of this page. */
export function pagesOf(page: number, size: number, more: boolean, total?: RowTotal): Paging {
  return {
    from: (page - 1) * size + 1,
    ...(total && { total }),
    previous: page > 1 ? { page: page === 2 ? null : String(page - 1) } : null,
    next: more && page < lastPage ? { page: String(page + 1) } : null,
  };
}
