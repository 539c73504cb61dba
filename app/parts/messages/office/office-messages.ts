import { error, info } from "../message.ts";

// Messages of the back office that are not about products.

export const statisticsFailed = error("Failed to fetch admin statistics", "Please try again in a moment.");
export const usersFailed = error("Failed to fetch users", "Please try again in a moment.");
export const roleUpdated = info(
  "User role updated successfully",
  "They have been signed out everywhere and need to log in again.",
);
export const roleFailed = error("Failed to update user role", "This person no longer exists.");
export const roleLastAdmin = error(
  "Failed to update user role",
  "This is the only admin. Make somebody else an admin first.",
);
export const roleBeyondOwn = error(
  "Failed to update user role",
  "Only somebody who may do at least as much can change this role.",
);
export const roleSignInAgain = error(
  "Failed to update user role",
  "You logged in more than 15 minutes ago. Please confirm your password.",
);
export const rolePasswordWrong = error("Failed to update user role", "The password is incorrect.");
export const userBlocked = info(
  "This person is blocked",
  "They are signed out everywhere and cannot log in.",
);
export const userUnblocked = info("This person may log in again");
export const blockLastAdmin = error(
  "Nothing was changed",
  "This is the only admin. Make somebody else an admin first.",
);
export const blockBeyondOwn = error(
  "Nothing was changed",
  "Only somebody who manages staff can block staff.",
);
export const twoStepEnded = info(
  "Two-step login is off",
  "They are signed out everywhere, log in without a code, and can set it up again.",
);
export const twoStepBeyondOwn = error(
  "Nothing was changed",
  "Only somebody who may do at least as much can turn off this person's two-step login.",
);
export const blockFailed = error("Nothing was changed", "This person no longer exists.");
export const blockSignInAgain = error(
  "Nothing was changed",
  "You logged in more than 15 minutes ago. Please confirm your password.",
);
export const blockPasswordWrong = error("Nothing was changed", "The password is incorrect.");
export const taxRateAdded = info("Rate added", "Invoices that waited for it are issued.");
export const taxRateWithdrawn = info("Rate withdrawn");
export const taxRateStays = error(
  "Nothing was changed",
  "Its rate is in force, or somebody else has changed the list.",
);
export const signatureSaved = info("Signature saved", "Invoices have it from now on.");
export const seriesContinued = info("Next number saved");
export const seriesHasBegun = error(
  "Nothing was changed",
  "This series has documents of this financial year, whose numbers must be consecutive.",
);
export const seriesOfOtherYear = error(
  "Nothing was changed",
  "A new financial year has begun since you opened this page. Its series are shown now.",
);
export const backupCopyNoted = info("Noted", "You are asked again in 30 days.");
export const holdSent = info("The shop has resumed", "What waited is sent within a minute or two.");
export const holdDiscarded = info("The shop has resumed", "The messages that waited are not sent.");
export const testMailSent = info(
  "Test message on its way",
  "It goes to your own address. Look for it within a minute.",
);
export const mailboxAccepted = info(
  "The mailbox can be read",
  "What comes to it from now on is in Messages within a minute or two.",
);
export const mailboxRefused = error(
  "The mail server does not accept them",
  "Check user name and password. Some providers ask for an app password, or for IMAP to be switched on.",
);
export const mailServerUntrusted = error(
  "The mail server's certificate is not valid for this name",
  "Your mail provider tells the name to use. It is often the provider's own, not your domain's.",
);
export const mailboxUnreachable = error("The mail server did not answer", "Check its name and the port.");
export const testMailNoAddress = error(
  "Nothing was sent",
  "Your account has no email address. Add one in your profile.",
);
export const paymentKeysAccepted = info("The keys work", "The provider knows them.");
export const paymentKeysRefused = error(
  "The keys do not work",
  "The provider does not know them. Check both, and whether they are those of the test or of the real account.",
);
export const paymentUnreachable = error("The provider did not answer", "Please try again in a minute.");
export const keysBusy = error(
  "The provider refuses for now",
  "Too many calls were made, or the key is wrong. Try again in five minutes; if it stays so, check the key.",
);
export const paymentKeysMissing = error("There are no keys", "Enter them first.");
export const customerSaved = info("Saved", "Tags and note are those of this customer now.");
export const codRuleSaved = info("Rules saved", "They count from the next order on.");
export const codRuleDeleted = info("Rule deleted");
export const codRuleGone = error("This rule is no longer here");
export const customerGroupSaved = info("Group saved");
export const customerGroupDeleted = info("Group deleted", "Its customers stay as they are.");
export const customerGroupGone = error("This group is no longer here");
export const customersMerged = info(
  "The accounts are one",
  "The other account is signed out everywhere and is gone.",
);
export const customerMergeRefused = error(
  "Nothing was changed",
  "Only somebody who may erase customers can merge accounts.",
);
export const noticesChosen = info("Saved", "You are told what you chose from now on.");
export const keysSaved = info("Keys saved", "They are in use from now on. Try them by the button.");
export const keysSavedAccepted = info("Keys saved", "The provider knows them. They are in use from now on.");
export const keysSavedRefused = error(
  "Keys saved, but they do not work",
  "The provider does not know them. Please check them and enter them again, or remove them.",
);
export const keysSavedUntrusted = error(
  "Keys saved, but no mail goes through",
  "The mail server's certificate is not valid for this name. Your mail provider tells the name to use; it is often the provider's own, not your domain's.",
);
export const keysSavedUntried = info(
  "Keys saved",
  "They are in use, but the provider did not answer. Try them by the button in a few minutes.",
);
export const keysRemoved = info("Keys removed");
export const keysCodeWrong = error(
  "Nothing was changed",
  "The code is wrong or was used before. Please wait for the next one.",
);
export const keysTooOften = error("Too many attempts", "Please try again in 15 minutes.");
export const testCodeSent = info("The provider took the message", "Look at the phone: there is a code.");
export const testCodeRefused = error(
  "The provider did not take the message",
  "Check the keys and the template. Health and the log have the provider's answer.",
);
export const testCodeBadPhone = error(
  "Nothing was sent",
  "A mobile number has ten digits and starts with 6, 7, 8 or 9.",
);
export const shopOpened = info("The shop is open", "Everybody can see it now.");
export const openingTrial = error(
  "The shop was not opened",
  "This is a trial on one machine. Start the shop with an https address as PUBLIC_URL to open it to the public.",
);
export const openingNotReady = error("The shop was not opened", "Some required steps are still to do.");
export const shopClosed = info(
  "The shop is closed",
  "Visitors see your text. Staff still see the whole shop.",
);
export const closedTextSaved = info("Text saved", "Visitors see it at once.");
export const previewAdded = info("Preview link added", "Copy it from the list.");
export const previewRevoked = info(
  "Preview link withdrawn",
  "It no longer works, for those who opened it, too.",
);
export const previewsTooMany = error("Nothing was added", "20 links work already. Withdraw one first.");
export const offerSaved = info("Offer saved", "Prices in the shop change immediately.");
export const offerStarted = info("Offer started");
export const offerEnded = info("Offer ended");
export const offerDeleted = info("Offer deleted");
export const offerGone = error("This offer is no longer here");
export const offerNotNow = error("Nothing was changed", "The offer had already started or ended.");
export const couponSaved = info("Coupon saved", "Customers can use it as soon as it is active.");
export const reviewHidden = info("Review hidden", "It no longer counts towards the product's rating.");
export const reviewPublished = info("Review published");
export const reviewReplied = info("Reply saved", "It appears below the review.");
export const reviewReplyRemoved = info("Reply removed");
export const reviewPhotoRemoved = info("Photo removed");
export const reviewReasonNeeded = error(
  "Nothing was changed",
  "Please say why the review is hidden, in at most 300 characters.",
);
export const reviewReplyTooLong = error("Nothing was saved", "A reply has at most 1,000 characters.");
export const reviewGone = error("This review is no longer here");
export const peopleNoFile = error("Nothing was imported", "Please choose a CSV file.");
export const peopleTooLarge = error("Nothing was imported", "The file has more than 50 MB. Please split it.");
export const importNoFile = error(
  "Nothing was imported",
  "Please choose a CSV file, a ZIP of pictures, or both.",
);
export const importTooLarge = error(
  "Nothing was imported",
  "The files are too large: at most 200 MB together.",
);
export const importNoSpace = error("Nothing was saved", "The shop's disk is nearly full.");
export const importZipBroken = error("Nothing was saved", "The ZIP file is damaged or is not a ZIP file.");
export const importZipTooMany = error(
  "Nothing was saved",
  "A ZIP file may contain up to 5,000 files. Please split it.",
);
export const importZipTooLarge = error(
  "Nothing was saved",
  "Unpacked, the ZIP is larger than 1 GB. Please split it.",
);
export const importZipNoPictures = error(
  "Nothing was saved",
  "There is no picture in the ZIP that can be used.",
);
export const importPicturesStored = info("Pictures uploaded", "Files that you import can now name them.");
export const importStarted = info("Import started", "You can leave this page; it will continue.");
export const importColumnForgotten = info(
  "You will be asked again",
  "With the next file that has this heading.",
);
export const importUndone = info("Import undone", "The products that it had made are deleted.");
export const importSold = error("Nothing was deleted", "Some of these products have been ordered meanwhile.");
export const importNotUndone = error(
  "Nothing was deleted",
  "This import has made no products that are still here.",
);
export const importDone = error("This import has already been completed");
export const messageMarked = info("Saved");
export const messageAnswered = info("Answer on its way", "It is emailed within a minute.");
export const messageNoted = info("Note kept");
export const messageAssigned = info("Saved");
export const messageChanged = error(
  "Not sent",
  "Somebody has answered, or the customer has written, in the meantime. Read it above, then send again.",
);
export const messageEmpty = error("Not sent", "Please write something.");
export const messageTooLong = error("Not sent", "At most 8,000 characters.");
export const messagePlaceholders = error("Not sent", "Fill in the parts in double braces first.");
export const messageNoStaff = error("Nothing was changed", "This person does not answer messages any more.");
export const messageNotAllowed = error("Nothing was changed", "Your role does not answer messages.");
export const savedReplySaved = info("Reply saved");
export const savedReplyDeleted = info("Reply deleted");
export const savedReplyGone = error("This reply is no longer here");
export const viewSaved = info("View saved");
export const viewDeleted = info("View deleted");
export const viewGone = error("This view is no longer here");
export const columnsChosen = info("Columns saved", "Only you see the list like this.");
export const messageGone = error("This message is no longer here");
export const settingsSaved = info("Settings saved", "They apply in the shop immediately.");
export const changedMeanwhile = error(
  "Somebody else has changed this in the meantime",
  "The saved value is shown below each field that differs. Save again to replace it with yours.",
);
export const formWrong = error("Nothing was saved", "Please check the marked fields.");
const untold = "No email could be sent: where SMS and WhatsApp are not set up, tell the customer yourself.";
export const orderStatusUpdated = info("Order status updated successfully");
export const orderStatusUnchanged = info("Nothing has changed");
export const orderStatusFailed = error("Failed to update order status");
export const orderNotUndone = error(
  "This can no longer be undone",
  "It was longer than ten minutes ago, or something has happened since. Set the status in the order itself.",
);
export const ordersFetchFailed = error("Failed to fetch orders");
export const refundStarted = info("Refund started", "The customer has been notified.");
export const refundStartedUntold = info("Refund started", untold);
export const refundPaidOut = info("Refund marked as paid out");
export const refundSentBack = info("The payment goes back");
export const orderDraftSaved = info("Draft saved");
export const draftDeleted = info("Draft deleted");
export const draftGone = error("This draft is gone", "Somebody else has placed or deleted it.");
export const draftCustomerGone = error("This customer's account has just been deleted", "Nothing was saved.");
export const draftChanged = error(
  "Somebody else has changed this draft",
  "Nothing was saved. Open it again to see what they wrote.",
);
export const draftPrices = error(
  "Nothing was saved",
  "Prices, discount and delivery fee need the permission “Change prices”.",
);
export const draftNotPlaced = error(
  "The order was not placed",
  "The draft is saved. Please check the marked fields.",
);
export const draftCopied = info("A new draft with the same items", "At the prices of today.");
export const orderEditDropped = info("Nothing was changed", "The order is as it was.");
export const orderEditLook = info("Saved", "Nothing has changed yet: look at it, then apply it.");
export const orderEdited = info("Order changed", "The customer has been told.");
export const orderEditedUntold = info("Order changed", untold);
export const orderEditRefused = error("The order was not changed");
export const orderEntered = info("Order placed", "The customer has been told.");
export const orderEnteredUntold = info("Order placed", untold);
export const returnEntered = info("Request entered", "The customer has been told. It waits for approval.");
export const returnEnteredUntold = info("Request entered", untold);
export const paymentLinkMade = info(
  "New link made",
  "No email could be sent: send the link yourself. Earlier ones no longer work.",
);
export const paymentLinkSent = info(
  "New link made",
  "The customer has been told. Earlier links no longer work.",
);
export const outsidePaymentSaved = info("Payment recorded", "The customer has been told.");
export const outsidePaymentUntold = info("Payment recorded", untold);
export const tagsSaved = info("Tags saved");
export const noteSaved = info("Note saved");
export const parcelSaved = info("Parcel saved");
export const pickupSaved = info("Pick-up saved");
export const costSaved = info("Cost saved");
export const courierBooked = info("Booked", "The parcel has its AWB.");
export const courierAsked = info(
  "The courier has not answered yet",
  "It is asked again in a few minutes. Please do not book it elsewhere meanwhile.",
);
export const pickupBooked = info("Pick-up booked", "The customer has been told.");
export const pickupBookedUntold = info("Pick-up booked", untold);
export const courierBookingEnded = info("Booking ended", "It can be booked again.");
export const courierPickupAsked = info("Pickup requested", "The courier says when it comes.");
export const courierLabelMissing = error(
  "There is no label",
  "The courier gives none now. Please try again in a minute, or print the shop's own.",
);
export const orderEmailSaved = info(
  "Email saved",
  "Mails about this order go there from now on. Send again what the customer has not got.",
);
export const mailSentAgain = info("The email is on its way");
export const returnDecided = info("Done", "The customer has been notified.");
export const returnDecidedUntold = info("Done", untold);
export const returnReceived = info("Received", "There is nothing to pay back.");
export const exchangeReceived = info("Received", "Send the exchange next.");
export const returnRefundWaits = info("Received", "The refund waits for somebody who may refund.");
export const orderUnchanged = error("Nothing was changed");
export const invitationSent = info("Invitation sent", "The link works once, within 72 hours.");
export const invitationMade = info(
  "Invitation made",
  "Send them the link yourself: this shop cannot send mail.",
);
export const invitationWithdrawn = info("Invitation withdrawn", "Its link does not work any more.");
export const invitationGone = error(
  "Nothing was changed",
  "This invitation was accepted or withdrawn meanwhile.",
);
export const invitationRefused = error("Nobody was invited", "Please look at what is marked below.");
export const memberDeactivated = info(
  "This person is deactivated",
  "They are signed out everywhere and cannot log in. What they did stays under their name.",
);
export const memberReactivated = info("This person may log in again");
export const memberGone = error("This person is not on the team any more");
export const sessionEnded = info("Signed out on that device");
export const sessionsEnded = info("Signed out everywhere");
export const sessionsBeyondOwn = error(
  "Nothing was changed",
  "Only somebody who may do at least as much can sign this person out.",
);
export const roleSaved = info("Role saved", "It counts at once for everybody who has it.");
export const roleDeleted = info("Role deleted");
export const roleGone = error("This role is no longer here");
export const roleNotDeleted = error(
  "Nothing was deleted",
  "Somebody has this role, it is one of the two that every shop has, or it may do more than you.",
);
export const settlementNoFile = error("Nothing was read", "Please choose a CSV file.");
export const settlementTooLarge = error("Nothing was read", "The file has more than 50 MB. Please split it.");
export const settlementRead = info("The file was read", "Its lines are matched with orders.");
export const settlementUndone = info("The file was removed", "Its lines are gone.");
export const settlementKept = error(
  "The file was not removed",
  "Something of it was settled by hand, so it stays in the books.",
);
export const settlementGone = error("Nothing was changed", "Somebody else has removed it.");
export const settlementBusy = error(
  "Nothing was changed",
  "Another settlement file is being read just now. Please try again in a minute.",
);
export const settlementAccepted = info("Settled by hand", "Your note is kept with it.");
export const settlementChanged = error(
  "Nothing was changed",
  "Somebody else has settled it, or it was matched since. This is how it is now.",
);
export const settlementColumnsSaved = info("Columns saved", "The next file is read with them.");
export const documentSent = info("On its way", "The customer gets the document by email.");
export const mailNotSetUp = error(
  "Nothing was sent",
  "This shop sends no emails yet. Enter a mail server in Settings, Keys of providers.",
);
export const documentNotSent = error("Nothing was sent", "There is no such document, or no email address.");
