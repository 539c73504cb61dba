import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these operations takes on a healthy machine. */
const minimumMs = 400;

/** Resolves no sooner than 400 ms after the call, so that timing does not reveal whether an account exists. */
export async function withConstantTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([work, pause(minimumMs)]);
  return answer;
}
