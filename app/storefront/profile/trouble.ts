import type { messages } from "../../parts/messages.ts";

/** What the screen says after a form was not done, with what was typed; passwords never come back. */
export type Trouble = {
  said?: keyof typeof messages;
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Setting up two-step login: shown once, and again while the first code is wrong. */
  enrolment?: Enrolment;
};

/** A QR code of square dots: as many `across` as down, and the dark ones as the path of an SVG. */
export type QrPicture = { across: number; path: string };

/** `uri`: what an authenticator app reads; `qr`: the same for its camera. */
export type Enrolment = { uri: string; qr: QrPicture; recoveryCodes: string[] };
