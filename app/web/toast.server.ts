import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { messages } from "../parts/messages.ts";
import type { Toast } from "../ui/toast.tsx";

/** The name of a message: what the cookie carries, so that a stranger cannot put words into our mouth. */
export type Said = keyof typeof messages;

const cookieName = "said";
const attributes = "Path=/; HttpOnly; SameSite=Lax";

type Waiting = { toast: Toast | null; taken: boolean };
const waitingContext = createContext<Waiting>({ toast: null, taken: false });

/** A Set-Cookie header: the next page that is shown says this as a toast. For answers that lead elsewhere. */
export function sayNext(name: Said): string {
  return `${cookieName}=${name}; ${attributes}; Max-Age=60`;
}

/** Reads what the last answer wanted said; forgets it when a page has taken it to say it. */
export const carryToast: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const name = /(?:^|;\s*)said=(\w+)/.exec(request.headers.get("Cookie") ?? "")?.[1];
  if (name === undefined) return next();
  const waiting: Waiting = { toast: isSaid(name) ? messages[name] : null, taken: false };
  context.set(waitingContext, waiting);
  const answer = await next();
  if (waiting.taken) answer.headers.append("Set-Cookie", `${cookieName}=; ${attributes}; Max-Age=0`);
  return answer;
};

/** What this page shall say, once. */
export function takeToast(context: Readonly<RouterContextProvider>): Toast | null {
  const waiting = context.get(waitingContext);
  waiting.taken = waiting.toast !== null;
  return waiting.toast;
}

function isSaid(name: string): name is Said {
  return Object.hasOwn(messages, name);
}
