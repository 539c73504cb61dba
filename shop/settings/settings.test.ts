import { expect, test } from "vitest";
import { defaultSettings, shopSettingsShape } from "./settings.ts";

test("the defaults are valid settings", () => {
  expect(shopSettingsShape.parse(defaultSettings)).toEqual(defaultSettings);
});
