import { error, info } from "./message.ts";

/** Messages of the content screens. */
export const contentMessages = {
  articleSaved: info("Article saved", "A draft stays hidden until it has a date."),
  articleDeleted: info("Article deleted"),
  articleGone: error("This article is no longer here"),
  articlePictured: info("Picture saved"),
  questionSaved: info("Question saved", "It is now on the FAQ page."),
  questionDropped: info("Your text has been removed"),
} as const;
