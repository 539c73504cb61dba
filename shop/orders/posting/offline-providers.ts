/** What stands in the ledgers as the provider of money that no provider of online payments took. */

/** Cash that the courier collected. */
export const cashProvider = "cod";

/** An order that costs nothing. */
export const freeProvider = "none";
