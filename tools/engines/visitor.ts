import assert from "node:assert/strict";
import { z } from "zod";
import type { Engine, InputSource } from "./drivers/engine.ts";
import { until } from "./drivers/until.ts";
import { coverOf, findElement, showsText, tooWide } from "./in-page.ts";
import type { Line } from "./line.server.ts";

/** How Firefox and WebKit say that a document was left while it was reading an answer. */
const leaving = /TypeError: (Error in input stream|Load failed)$/;

const place = z.union([z.object({ x: z.number(), y: z.number() }), z.object({ missing: z.string() })]);

/** What a step may do that is otherwise a fault. */
type Allowed = { statuses?: number[]; complaints?: RegExp };

/** Somebody who uses the shop in an engine: finds what is seen, presses, types, and looks at the page after each step. */
export function visitorOf(engine: Engine, line: Line, print: (words: string) => void) {
  const call = <Arguments extends (string | number)[], Result>(
    run: (...given: Arguments) => Result,
    ...given: Arguments
  ) => engine.evaluate(`(${run})(...${JSON.stringify(given)})`);

  async function tap(selector: string, name = "") {
    let last = {};
    const { x, y } = await until(async () => {
      const found = place.parse(await call(findElement, selector, name));
      assert("x" in found, "missing" in found ? found.missing : "");
      const before = last;
      last = found;
      assert.deepEqual(found, before, `${selector} "${name}" moves`);
      return found;
    });
    await engine.perform({
      type: "pointer",
      id: "mouse",
      actions: [
        { type: "pointerMove", x, y },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ],
    });
  }
  const press = (...keys: string[]) => engine.perform(typing(keys.map((key) => [key])));

  /** A script that is still loading when a page is left would count as failed. */
  const quiet = () => until(() => assert(line.isQuiet(), "the page asks and asks"));

  return {
    tap,
    press,
    async open(path: string) {
      await quiet();
      await engine.goTo(line.address + path);
      await until(async () =>
        assert(await engine.evaluate("document.documentElement.dataset.ready !== undefined")),
      );
    },
    /** Opens a path that may answer without scripts. */
    goTo: (path: string) => engine.goTo(line.address + path),
    async fill(name: string, text: string) {
      await tap("input, textarea", name);
      await engine.perform(typing([["\uE009", "a"], ...[...text].map((key) => [key])]));
    },
    see: (text: string) =>
      until(async () => assert(await call(showsText, text), `"${text}" is not on ${await here(engine)}`)),
    at: (path: RegExp) => until(async () => assert.match(await here(engine), path)),
    standsFree: (selector: string) => until(async () => assert.equal(await call(coverOf, selector), "")),
    path: () => here(engine),
    /** Waits until a field has a value that it was not given. */
    chosen: (name: string, value: string) =>
      until(async () => assert.equal(await call(valueUnder, name), value)),
    /** Waits until the service worker answers the page's requests. */
    takenOver: () =>
      until(async () => assert(await engine.evaluate("navigator.serviceWorker.controller !== null")), {
        timeout: 60_000,
      }),
    /** Waits until the service worker has stored a page. */
    stored: (path: string) => until(async () => assert(await call(isStored, path), `${path} is not stored`)),
    call,
    line,
    /** Does a step, then looks at the page: nothing is too wide, no script complained, no request failed. */
    async step(title: string, work: () => Promise<unknown>, { statuses = [], complaints }: Allowed = {}) {
      await work();
      await quiet();
      assert.deepEqual(await call(tooWide), [], `${title}: wider than the screen`);
      const said = (await engine.complaints()).filter(
        (words) => !complaints?.test(words) && !leaving.test(words),
      );
      assert.deepEqual(said, [], `${title}: scripts complain: ${said.join(" | ")}`);
      const answers = line.answers();
      const failed = answers.filter(({ status }) => status >= 400 && !statuses.includes(status));
      assert.deepEqual(failed, [], `${title}: requests failed: ${JSON.stringify(failed)}`);
      // Both engines know AVIF and WebP.
      const old = answers.filter(({ path }) => path.endsWith(".jpg"));
      assert.deepEqual(old, [], `${title}: JPEG pictures`);
      print(`  ${title}`);
    },
  };
}

export type Visitor = ReturnType<typeof visitorOf>;

const here = async (engine: Engine) =>
  z.string().parse(await engine.evaluate("location.pathname + location.search"));

/** Keys one after another; the keys of a chord are held together. */
function typing(chords: string[][]): InputSource {
  const actions = chords.flatMap((chord) => [
    ...chord.map((value) => ({ type: "keyDown" as const, value })),
    ...chord.toReversed().map((value) => ({ type: "keyUp" as const, value })),
  ]);
  return { type: "key", id: "keyboard", actions };
}

/** Runs in the page: the value of the field with this label. */
function valueUnder(label: string): string | undefined {
  const labels = [...document.querySelectorAll("label")];
  const control = labels.find(({ textContent }) => textContent.trim().startsWith(label))?.control;
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control.value
    : undefined;
}

/** Runs in the page. */
async function isStored(path: string): Promise<boolean> {
  return (await caches.match(path, { cacheName: "pages", ignoreVary: true })) !== undefined;
}
