import type { Toast } from "../../ui/toast.tsx";

const said = (title: string, text?: string): Toast => ({ title, text });
const wrong = (title: string, text?: string): Toast => ({ title, text, tone: "wrong" });

/** Said where staff write articles and questions. */
export const contentMessages = {
  articleSaved: said("Article saved", "A draft is seen by nobody until it has a day."),
  articleDeleted: said("Article deleted"),
  articleGone: wrong("This article is no longer here"),
  articlePictured: said("Picture saved"),
  questionSaved: said("Question saved", "It stands on the FAQ page now."),
  questionDropped: said("Your words are taken away"),
} as const;
