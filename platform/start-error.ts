/** Something about the machine or its settings keeps the program from starting; the message is for people. */
export class StartError extends Error {
  override name = "StartError";
}
