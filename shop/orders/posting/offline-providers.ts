/** Provider keys in the ledgers for money that no online provider took. */

/** Cash collected by the courier. */
export const cashProvider = "cod";

/** An order with a total of 0. */
export const freeProvider = "none";
