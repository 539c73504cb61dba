import { expect, test } from "vitest";
import { filledReply } from "./saved-replies.server.ts";

const late = { id: "1", name: "Late", text: "Dear {{name}}, order {{order}} is late.", version: 1 };

test.each([
  ["Asha Rao", "1a2b3c4d", "Dear Asha Rao, order 1a2b3c4d is late."],
  ["Ca$$h & Co, $& $' $`", "1a2b3c4d", "Dear Ca$$h & Co, $& $' $`, order 1a2b3c4d is late."],
  ["{{order}}", "1a2b3c4d", "Dear {{order}}, order 1a2b3c4d is late."],
  ["Ravi Iyer", null, "Dear Ravi Iyer, order {{order}} is late."],
])("a saved reply has the name %s as its writer typed it", (name, order, filled) =>
  expect(filledReply(late, { name, order })).toBe(filled),
);
