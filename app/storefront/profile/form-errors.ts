import type { messages } from "../../parts/messages/messages.ts";
import type { Enrolment } from "../../parts/two-step/enrolment.tsx";

/** Errors and typed values of a refused form; passwords are never returned. */
export type ProfileFormErrors = {
  message?: keyof typeof messages;
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Setup of two-step login: shown once, and again after a wrong code. */
  enrolment?: Enrolment;
};
