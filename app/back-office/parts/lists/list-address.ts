import type { Count } from "../../../../platform/database/count.server.ts";
import { cutText } from "../../../../platform/text/cut-text.ts";
import { grouped } from "../../../../shop/money.ts";

/** The state of a list in its address, so that a link can share it. */
export type ListAddress = {
  /** Search text; "" for none. */
  q: string;
  /** Name of the sort order. */
  sort: string;
  descending: boolean;
  /** From 1. Unused by lists that page by cursor (`after` and `before`). */
  page: number;
  after: string | null;
  before: string | null;
  /** Value of each filter; "" for all. */
  filters: Record<string, string>;
};

/** Whether a search or a filter hides rows. */
export function isNarrowed({ q, filters }: Pick<ListAddress, "q" | "filters">): boolean {
  return q !== "" || Object.values(filters).some((value) => value !== "");
}

/** The last page that can be requested: larger offsets are slow, and a search narrows the list instead. */
const lastPage = 100;
const longest = 100;

type Allowed = { sorts: readonly [string, ...string[]]; filters?: Record<string, readonly string[]> };

/**
 * Reads a list's address. In: the parameters, the allowed sorts (the first is the default; "-name" for descending),
 * and the values of each filter. Unknown values fall back to the defaults.
 */
export function readListAddress(params: URLSearchParams, { sorts, filters = {} }: Allowed): ListAddress {
  const names = sorts.map((sort) => sort.replace(/^-/, ""));
  const asked = params.get("sort") ?? "";
  const chosen = names.includes(asked.replace(/^-/, "")) ? asked : sorts[0];
  const page = Number(params.get("page") ?? "1");
  return {
    q: cutText((params.get("q") ?? "").trim(), longest),
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

/** Parameters to set; null removes one. */
export type ListChange = Record<string, string | null>;

/** The query of the same list with changes. A change other than paging starts at page 1. */
export function changedListQuery(params: URLSearchParams, change: ListChange): string {
  const next = new URLSearchParams(params);
  for (const name of ["page", "after", "before"]) next.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

/** "1,234", or "1,000+" where counting has stopped. */
export function countLabel({ count, exact }: Count): string {
  return `${grouped(count)}${exact ? "" : "+"}`;
}

export type Paging = {
  /** Number of the first row shown, from 1; absent when unknown. */
  from?: number;
  /** Absent where counting would be slow. */
  total?: Count;
  previous: ListChange | null;
  next: ListChange | null;
};

/** Numbered paging. `more`: whether rows follow this page. */
export function pagesOf(page: number, size: number, more: boolean, total?: Count): Paging {
  return {
    from: (page - 1) * size + 1,
    ...(total && { total }),
    previous: page > 1 ? { page: page === 2 ? null : String(page - 1) } : null,
    next: more && page < lastPage ? { page: String(page + 1) } : null,
  };
}

/** A value of a filter that is one of these; "" for all. */
export function oneOf<Value extends string>(values: readonly Value[], value: string | undefined): Value | "" {
  return values.find((each) => each === value) ?? "";
}

/**
 * The page of a list that a request asks for. In: the allowed sorts and filters, the rows of a page, and the query
 * function. Out: its result, with address and paging for List.
 */
export async function listPage<Found extends { rows: unknown[]; more: boolean; total?: Count | undefined }>(
  request: Request,
  { size, ...allowed }: Allowed & { size: number },
  find: (address: ListAddress & { size: number }) => Promise<Found>,
) {
  const address = readListAddress(new URL(request.url).searchParams, allowed);
  const found = await find({ ...address, size });
  return { ...found, address, paging: pagesOf(address.page, size, found.more, found.total) };
}
