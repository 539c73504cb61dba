import type { messages } from "../../parts/messages/messages.ts";
import type { Enrolment } from "../../parts/two-step/enrolment.tsx";

/** What the screen says after a form was not done, with what was typed; passwords never come back. */
export type ProfileFormErrors = {
  message?: keyof typeof messages;
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Setting up two-step login: shown once, and again while the first code is wrong. */
  enrolment?: Enrolment;
};
