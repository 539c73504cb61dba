/** The database role of the shop itself; the owner of the tables only migrates, backs up and restores. */
export const appRole = "campus_app";
