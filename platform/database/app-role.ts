/** The role under which the shop itself works; the owner of the tables only migrates, backs up and restores. */
export const appRole = "campus_app";
