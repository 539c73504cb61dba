/** The stand-in for Cashfree in demo mode and tests. */
export type LocalGateway = {
  /** Answers the API as Cashfree does; the client uses it in place of `fetch`. */
  handle(request: Request): Promise<Response>;
};
