import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Engine, ScreenSize } from "./engine.ts";
import { startProgram } from "./process.server.ts";
import { until } from "./until.ts";

const message = z.union([
  z.object({ type: z.literal("success"), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal("error"), id: z.number(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal("event"), method: z.string(), params: z.unknown() }),
]);
const session = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const tab = z.object({ context: z.string() });
const value = z.object({ type: z.literal("success"), result: z.object({ value: z.string().optional() }) });
const picture = z.object({ data: z.string() });
const entry = z.object({ level: z.string(), text: z.string().nullable() });

/** A headless Firefox with a new profile, by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function startFirefox(program: string, viewport: ScreenSize): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "campus-style-firefox-"));
  const flags = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const firefox = startProgram(program, flags);
  const address = await until(() => {
    const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(firefox.output()) ?? [];
    if (!found) throw new Error(`Firefox does not listen: ${firefox.output()}`);
    return found;
  });
  const complaints: string[] = [];
  const { send, close } = await connect(`${address}/session`, (method, params) => {
    if (method !== "log.entryAdded") return;
    const { level, text } = entry.parse(params);
    if (level === "error" || level === "warn") complaints.push(`${level}: ${text}`);
  });
  const { capabilities } = session.parse(await send("session.new", { capabilities: {} }));
  await send("session.subscribe", { events: ["log.entryAdded"] });
  // In the first tab the address bar has the focus.
  const { context } = tab.parse(await send("browsingContext.create", { type: "tab" }));
  await send("browsingContext.setViewport", { context, viewport });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async goTo(url) {
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async evaluate(expression) {
      const answer = await send("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`,
        target: { context },
        awaitPromise: true,
      });
      const json = value.parse(answer).result.value;
      return json === undefined ? undefined : JSON.parse(json);
    },
    async perform(source) {
      await send("input.performActions", { context, actions: [source] });
    },
    async screenshot() {
      const { data } = picture.parse(await send("browsingContext.captureScreenshot", { context }));
      return Buffer.from(data, "base64");
    },
    inPages: null,
    complaints: async () => complaints.splice(0),
    async close() {
      close();
      await firefox.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A connection for commands, each answered by its number, and events. */
async function connect(url: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const said = message.parse(JSON.parse(String(data)));
    if (said.type === "event") return onEvent(said.method, said.params);
    const asked = waiting.get(said.id);
    waiting.delete(said.id);
    if (said.type === "success") asked?.resolve(said.result);
    else asked?.reject(new Error(`${said.error}: ${said.message}`));
  });
  await new Promise((open, fail) => {
    socket.addEventListener("open", open);
    socket.addEventListener("error", fail);
  });
  let commands = 0;
  return {
    send(method: string, params: object): Promise<unknown> {
      const id = ++commands;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      socket.send(JSON.stringify({ id, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
