import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { allMessages } from "../parts/messages/all-messages.ts";
import { servicesContext } from "../services-context.ts";
import type { Toast } from "../ui/toast.tsx";
import { originOf } from "./origin.server.ts";

/** The cookie has a name, not a text, so that nobody can inject messages. */
export type MessageName = keyof typeof allMessages;

const cookieName = "flash";
const attributes = "Path=/; HttpOnly; SameSite=Lax";

type PendingFlash = { toast: Toast | null; taken: boolean };
const pendingFlashContext = createContext<PendingFlash>({ toast: null, taken: false });

/** A Set-Cookie header: the next page shows this message as a toast. For redirects. */
export function flashCookie(name: MessageName): string {
  return `${cookieName}=${name}; ${attributes}; Max-Age=60`;
}

/**
 * Reads the flash message and deletes it once a page shows it. Over https the cookie is `__Host-flash`, Secure: no
 * other host and no unencrypted page can set it.
 */
export const flashToastMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const https = originOf(context.get(servicesContext).site, request).startsWith("https:");
  const waiting = readFlashCookie(request.headers.get("Cookie") ?? "", https);
  if (waiting) context.set(pendingFlashContext, waiting);
  const answer = await next();
  if (waiting?.taken) answer.headers.append("Set-Cookie", `${cookieName}=; ${attributes}; Max-Age=0`);
  if (https) secure(answer.headers);
  return answer;
};

function readFlashCookie(cookies: string, https: boolean): PendingFlash | null {
  const pattern = https ? /(?:^|;\s*)__Host-flash=(\w+)/ : /(?:^|;\s*)flash=(\w+)/;
  const name = pattern.exec(cookies)?.[1];
  return name === undefined ? null : { toast: isMessageName(name) ? allMessages[name] : null, taken: false };
}

function secure(headers: Headers) {
  const cookies = headers.getSetCookie();
  headers.delete("Set-Cookie");
  for (const cookie of cookies) {
    headers.append("Set-Cookie", cookie.startsWith(`${cookieName}=`) ? `__Host-${cookie}; Secure` : cookie);
  }
}

/** The frame of the page that answers this request shows the toast. */
export function showInFrame(context: Readonly<RouterContextProvider>, toast: Toast): void {
  context.set(pendingFlashContext, { toast, taken: false });
}

/** Takes the flash message of this page, once. */
export function takeFlashToast(context: Readonly<RouterContextProvider>): Toast | null {
  const waiting = context.get(pendingFlashContext);
  waiting.taken = waiting.toast !== null;
  return waiting.toast;
}

function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(allMessages, name);
}
