import { error, info } from "../message.ts";

/** Messages of the screens of content and of the search. */
export const contentMessages = {
  articleSaved: info("Article saved", "A draft stays hidden until it has a date."),
  articleDeleted: info("Article deleted"),
  articleGone: error("This article is no longer here"),
  articlePictured: info("Picture saved"),
  questionSaved: info("Question saved", "It is now on the FAQ page."),
  questionDropped: info("Your text has been removed"),
  draftSaved: info("Draft saved", "Visitors do not see it yet."),
  draftDiscarded: info("Draft discarded"),
  publishedNow: info("Published", "Visitors see it now."),
  publishedWhileClosed: info("Published", "Visitors see it once the shop is open."),
  publicationScheduled: info("Scheduled", "It goes live at the time you chose."),
  scheduleCancelled: info(
    "It will not be published then",
    "Its text is your draft now, unless you had another.",
  ),
  versionRestored: info("Restored", "Visitors see it now."),
  notRestored: error("Nothing was changed"),
  publicationChanged: error(
    "Nothing was changed",
    "Somebody else has changed this in the meantime. You see it as it is now.",
  ),
  emailDraftSaved: info("Draft saved", "Emails keep their text until you publish it."),
  emailPublished: info("Published", "The next email has this text."),
  emailRestored: info("Restored", "The next email has this text."),
  emailTested: info("Email on its way", "It goes to your own address. Look for it within a minute."),
  emailsTooMany: error("Nothing was sent", "You can send yourself twenty in an hour."),
  redirectSaved: info("Redirect saved"),
  redirectsSaved: info("Redirects saved", "All rows of the file."),
  redirectDeleted: info("Redirect deleted", "Its address answers “Page not found” again."),
  redirectGone: error("This redirect is no longer here"),
  redirectsWrong: error(
    "Nothing was saved",
    "Please correct the rows named below, and choose the file again.",
  ),
  redirectsTooLarge: error("Nothing was saved", "The file has more than 2 MB."),
  productTypeSaved: info("Product type saved", "The search uses it immediately."),
  productTypeDeleted: info("Product type deleted", "The search no longer uses it."),
  productTypeGone: error("This product type is no longer here"),
} as const;
