import { expect, test } from "vitest";
import { readMail } from "./read-mail.server.ts";

const bytes = 500_000;
const mail = (headers: string, body: string) => {
  const source = Buffer.from(`From: Asha <asha@inbound.example>\r\n${headers}\r\n${body}`);
  return { source, size: source.length };
};
const parts = "--b\r\n\r\nx\r\n";

/** How long nothing else was answered while `work` ran, and what memory it took. */
async function burdenOf(work: () => Promise<unknown>): Promise<{ silentMs: number; megabytes: number }> {
  const before = process.memoryUsage().rss;
  let [last, silentMs, most] = [performance.now(), 0, before];
  const beat = () => {
    silentMs = Math.max(silentMs, performance.now() - last);
    most = Math.max(most, process.memoryUsage().rss);
    last = performance.now();
  };
  const beating = setInterval(beat, 5);
  await work();
  beat();
  clearInterval(beating);
  return { silentMs, megabytes: (most - before) / 1e6 };
}

test.each([
  ["half a million empty lines", mail("", `Where is my order?\n${"\n".repeat(bytes)}x`)],
  [
    "fifty thousand parts",
    mail("Content-Type: multipart/mixed; boundary=b\r\n", parts.repeat(bytes / parts.length)),
  ],
])("a mail of %s does not hold up the shop", async (_, hostile) => {
  await readMail(mail("", "the first loads the parser"));
  const { silentMs, megabytes } = await burdenOf(() => readMail(hostile));
  expect(silentMs).toBeLessThan(1_500);
  expect(megabytes).toBeLessThan(200);
});

test("a mail of too many lines is read as far as that, and says so", async () => {
  const read = await readMail(mail("", `Where is my order?\n${"\n".repeat(bytes)}x`));
  expect(read).toMatchObject({ text: "Where is my order?", leftOut: ["the rest of a mail of 0.5 MB"] });
});

test("a long letter is read as a whole", async () => {
  const lines = Array.from({ length: 7_000 }, (_, at) => `Line ${at}`).join("\r\n");
  const read = await readMail(mail("", lines));
  expect(read?.leftOut).toEqual([]);
  expect(read?.text.startsWith("Line 0\nLine 1\n")).toBe(true);
});
