import { type ClientRequest, request } from "node:http";

/** A screen that listens for change events as a browser does, and reloads its page when one arrives. */
export type Listener = {
  /** When its page was last reloaded (performance.now()). */
  readAt: number;
  open: boolean;
  /** The longest time from a request to its response, in ms. */
  slowest: number;
  /** Breaks the connection; the screen reconnects by itself. */
  cut(): void;
  leave(): void;
};

/**
 * Opens a screen on the products. In: where, the address it claims to come from (behind a proxy), and what to do when
 * it receives a change event (given since when it listens). Reconnects within `pause` ms, saying how old its
 * page is.
 */
export function listen(
  url: () => string,
  from: string,
  { pause = 200, onEvent }: { pause?: number; onEvent: (openSince: number) => void },
): Listener {
  let asked: ClientRequest | undefined;
  let left = false;
  const listener: Listener = {
    readAt: performance.now(),
    open: false,
    slowest: 0,
    cut: () => asked?.destroy(),
    leave() {
      left = true;
      asked?.destroy();
    },
  };
  let openSince = 0;
  const read = () => {
    listener.readAt = performance.now();
  };
  const again = () => {
    listener.open = false;
    if (!left) setTimeout(open, Math.random() * pause);
  };
  function open() {
    if (left) return;
    // As app/http/use-live-updates does: five seconds for the way.
    const sent = performance.now();
    const age = Math.ceil(sent - listener.readAt + 5_000);
    const mine = request(
      `${url()}/live?topic=products&age=${age}`,
      { agent: false, headers: { "X-Forwarded-For": from } },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume();
          mine.destroy();
          return;
        }
        let buffered = "";
        answer.setEncoding("utf8");
        answer.on("data", (text: string) => {
          const events = (buffered + text).split("\n\n");
          buffered = events.pop() ?? "";
          for (const event of events) {
            if (event.startsWith("event: ready")) {
              listener.open = true;
              openSince = performance.now();
              listener.slowest = Math.max(listener.slowest, openSince - sent);
              if (event.includes('"missed":true')) read();
            } else if (event.startsWith("event: change")) {
              onEvent(openSince);
              read();
            }
          }
        });
        answer.on("error", () => undefined);
      },
    );
    asked = mine;
    mine.on("error", () => undefined);
    mine.once("close", again);
    mine.end();
  }
  open();
  return listener;
}
