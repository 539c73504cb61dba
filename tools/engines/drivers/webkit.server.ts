import { z } from "zod";
import type { Engine, ScreenSize } from "./engine.ts";
import { startProgram } from "./process.server.ts";
import { recorder } from "./recorder.ts";
import { until } from "./until.ts";

export type WebKitPrograms = { driver: string; browser: string; display: string };

const answered = z.object({ value: z.unknown() });
const refused = z.object({ value: z.object({ error: z.string(), message: z.string() }) });
const session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});

/**
 * WebKitGTK's MiniBrowser on a virtual screen, by classic WebDriver (https://www.w3.org/TR/webdriver2/). The protocol
 * has no log: a script in each page keeps its complaints. In: its programs, and a free port.
 */
export async function startWebKit(
  programs: WebKitPrograms,
  port: number,
  { width, height }: ScreenSize,
): Promise<Engine> {
  // The screen is as large as the page: without a window manager the window under the pointer, which is in the middle
  // of the screen, has the focus.
  const screen = startProgram(programs.display, [
    "-displayfd",
    "1",
    "-nolisten",
    "tcp",
    "-screen",
    "0",
    `${width}x${height}x24`,
  ]);
  const display = await until(() => {
    const [number] = /^\d+/.exec(screen.output()) ?? [];
    if (!number) throw new Error(`No virtual screen: ${screen.output()}`);
    return number;
  });
  const driver = startProgram("env", [`DISPLAY=:${display}`, programs.driver, `--port=${port}`]);
  const send = async (method: string, path: string, body?: object) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const said = await answer.json();
    if (answer.ok) return answered.parse(said).value;
    const { error, message } = refused.parse(said).value;
    throw new Error(`${error}: ${message}`);
  };
  await until(() => send("GET", "/status"));
  // In the whole screen it has no toolbar, whose buttons would make it wider than a phone.
  const args = ["--automation", "--full-screen"];
  const options = { "webkitgtk:browserOptions": { binary: programs.browser, args } };
  const { sessionId, capabilities } = session.parse(
    await send("POST", "/session", { capabilities: { alwaysMatch: options } }),
  );
  const post = (path: string, body: object) => send("POST", `/session/${sessionId}${path}`, body);
  const evaluate = (expression: string) =>
    post("/execute/async", {
      script: `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value)));`,
      args: [],
    }).then((json) => (typeof json === "string" ? JSON.parse(json) : undefined));
  await post("/window/rect", { width, height });
  await until(async () => {
    if ((await evaluate("innerWidth")) !== width) throw new Error(`The page is not ${width} px wide`);
  });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    async goTo(url) {
      await post("/url", { url });
    },
    evaluate,
    async perform(source) {
      await post("/actions", { actions: [source] });
    },
    async screenshot() {
      const data = z.string().parse(await send("GET", `/session/${sessionId}/screenshot`));
      return Buffer.from(data, "base64");
    },
    inPages: recorder.script,
    complaints: async () => z.array(z.string()).parse(await evaluate(recorder.taken)),
    async close() {
      await send("DELETE", `/session/${sessionId}`);
      await driver.stop();
      await screen.stop();
    },
  };
}
