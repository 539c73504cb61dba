/** The machine or its configuration prevents the start; the message is for people. */
export class StartError extends Error {
  override name = "StartError";
}
