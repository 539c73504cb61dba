/**
 * Marks a 503 as the page of a closed shop, for the page cache, which takes other 503s for a database that is away.
 */
export const closedHeader = "X-Shop-Closed";
