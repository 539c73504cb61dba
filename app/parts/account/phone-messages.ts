import { error, info } from "../messages/message.ts";

/** Messages about signing in by mobile number. Only the server loads them, so that pages do not grow. */
export const phoneMessages = {
  phoneInvalid: error("Login failed", "Please enter a mobile number of ten digits, such as 98765 43210."),
  phoneTooOften: error(
    "Too many codes",
    "Too many codes were asked for. Please wait a while, or log in with your email.",
  ),
  phoneNotSent: error(
    "The code could not be sent",
    "Please check the number and try again in a minute, or log in with your email.",
  ),
  phoneCodeWrong: error("Login failed", "This code is not right. Please check the newest message."),
  phoneCodeOver: error("Login failed", "This code does not work any more. Please ask for a new one."),
  phoneTriesOver: error("Too many attempts", "Please wait 15 minutes and ask for a new code."),
  phoneProven: info("Your mobile number is confirmed", "You can log in with it now."),
  emailCodeSent: info("Check your email", "We have sent you a code. It may take a minute."),
  emailAdded: info("Your email is confirmed", "You can log in with it, and set a password below."),
  emailOfOther: error(
    "The email was not added",
    "Another account has this email. Log in with it to use that account.",
  ),
  phoneRemoved: info("Your mobile number was removed"),
  phoneOnlyWay: error(
    "The number stays",
    "It is the only way to log in to this account. You can change it to another number.",
  ),
  phoneOfOther: error(
    "The number was not added",
    "Another account can be entered with this number only. Log in with the number to use that account, or to delete it first.",
  ),
  deleteNotConfirmedByPhone: error("Account not deleted", "Please type your own mobile number to confirm."),
  phonePasswordBad: error("The number was not changed", "This is not your password."),
  phoneSignInAgain: error(
    "Please log in again",
    "For your safety, log out and in again. Then you can change the number for 15 minutes.",
  ),
} as const;
