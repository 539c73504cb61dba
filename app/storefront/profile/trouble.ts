import type { messages } from "../../parts/messages.ts";

/** What the screen says after a form was not done, with what was typed; passwords never come back. */
export type Trouble = {
  said?: keyof typeof messages;
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Setting up two-step login: shown once, and again while the first code is wrong. */
  enrolment?: Enrolment;
};

/** `uri`: what an authenticator app reads; `picture`: the same as a QR code, one unit a module. */
export type Enrolment = {
  uri: string;
  recoveryCodes: string[];
  picture: { size: number; path: string } | null;
};
