import { setTimeout as pause } from "node:timers/promises";

/** Longer than any of these takes on a machine that is not overrun. */
const minimumMs = 400;

/** Gives an answer no sooner than 400 ms after asking, so that its time does not tell who has an account. */
export async function withConstantTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([work, pause(minimumMs)]);
  return answer;
}
