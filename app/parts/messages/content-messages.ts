import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** Said where staff write articles and questions. */
export const contentMessages = {
  articleSaved: said("Article saved", "A draft stays hidden until it has a date."),
  articleDeleted: said("Article deleted"),
  articleGone: wrong("This article is no longer here"),
  articlePictured: said("Picture saved"),
  questionSaved: said("Question saved", "It is now on the FAQ page."),
  questionDropped: said("Your text has been removed"),
} as const;
