import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine, ScreenSize } from "./drivers/engine.ts";
import { buyIt, findAKurta, goOffline, trackIt } from "./journeys/shopper.ts";
import { confirmAndEdit } from "./journeys/staff.ts";
import { openLine } from "./line.server.ts";
import { visitorOf } from "./visitor.ts";

const screens = [
  { width: 360, height: 780 },
  { width: 1280, height: 900 },
];

/**
 * The journeys in one engine, on the screens of a phone and of a desktop. In: the shop's address, how to start the
 * engine, and the folder for the picture of a failure. Out: how many journeys failed.
 */
export async function tryEngine(
  shop: string,
  start: (screen: ScreenSize) => Promise<Engine>,
  { print, pictures }: { print: (words: string) => void; pictures: string },
): Promise<number> {
  let failed = 0;
  for (const screen of screens) {
    const engine = await start(screen);
    const line = await openLine(shop, engine.inPages);
    print(`== ${engine.name}, ${screen.width} px`);
    try {
      const visitor = visitorOf(engine, line, print);
      await findAKurta(visitor);
      const short = await buyIt(visitor);
      await trackIt(visitor, short);
      await confirmAndEdit(visitor, short);
      await goOffline(visitor);
    } catch (error) {
      failed++;
      print(`  FAILED: ${error instanceof Error ? error.message : error}`);
      mkdirSync(pictures, { recursive: true });
      const picture = join(
        pictures,
        `${engine.name.replaceAll(/\W+/g, "-").toLowerCase()}-${screen.width}.png`,
      );
      writeFileSync(picture, await engine.screenshot());
      print(`  ${picture}`);
    } finally {
      await engine.close();
      await line.cut();
    }
  }
  return failed;
}
