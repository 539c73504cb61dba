import { error, info } from "../message.ts";

/** Messages of the screens of content and of the search. */
export const contentMessages = {
  articleSaved: info("Article saved", "A draft stays hidden until it has a date."),
  articleDeleted: info("Article deleted"),
  articleGone: error("This article is no longer here"),
  articlePictured: info("Picture saved"),
  questionSaved: info("Question saved", "It is now on the FAQ page."),
  questionDropped: info("Your text has been removed"),
  productTypeSaved: info("Product type saved", "The search uses it immediately."),
  productTypeDeleted: info("Product type deleted", "The search no longer uses it."),
} as const;
