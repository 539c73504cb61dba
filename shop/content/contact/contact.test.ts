import { expect, test } from "vitest";
import { contactForm, ticketFrom } from "./contact.ts";
import { acknowledgement, mailToShop } from "./contact-mail.ts";

const good = { name: "Asha Rao", email: "asha@example.com", topic: "orders", message: "Where is my order?" };
const read = (change: Partial<typeof good>) => contactForm.safeParse({ ...good, ...change });
const mailContext = { shopName: "Campus Style", origin: "https://shop.test", inbox: "hello@shop.test" };

test("a message is cleaned before it is stored", () => {
  expect(
    read({
      name: "  Asha\r\nBcc: all@example.com ",
      email: " Asha@Example.COM ",
      message: "one\r\ntwo\0 three",
    }),
  ).toMatchObject({
    data: { name: "Asha Bcc: all@example.com", email: "asha@example.com", message: "one\ntwo three" },
  });
  expect(read({ name: "राधा", message: "क्या यह रंग उपलब्ध है? 🙂" }).success).toBe(true);
});

test.each([
  ["no name", { name: " \0 " }],
  ["a name of 81 characters", { name: "a".repeat(81) }],
  ["no address", { email: "asha" }],
  ["an address with a line break", { email: "asha@example.com\nBcc: all@example.com" }],
  ["two addresses", { email: "asha@example.com, all@example.com" }],
  ["an endless address", { email: `${"a".repeat(300)}@example.com` }],
  ["an unknown topic", { topic: "spam" }],
  ["nine characters", { message: "123456789" }],
  ["ten characters, nine of them blank at the end", { message: "1         " }],
  ["4,001 characters", { message: "a".repeat(4001) }],
])("%s is refused", (_name, change) => {
  expect(read(change).success).toBe(false);
});

test("the email to the shop has the whole message, escaped in HTML, and nothing of it in the subject", () => {
  const { data } = read({ name: "<b>Asha</b>", message: "Is it <script>alert(1)</script> there?" });
  if (!data) throw new Error("refused");
  const mail = mailToShop(mailContext, "T-1001", data);
  expect(mail.subject).toBe("T-1001: Order or delivery");
  expect(mail.text).toContain("> Is it <script>alert(1)</script> there?");
  expect(mail.html).toContain("&lt;b&gt;Asha&lt;/b&gt;");
  expect(mail.html).not.toContain("<script");
});

test("the acknowledgement has the ticket, and a response time that differs for a complaint", () => {
  const mail = acknowledgement(mailContext, "T-1001", { topic: "grievance" });
  expect(mail.text).toContain("T-1001");
  expect(mail.text).toContain("48 hours");
  expect(acknowledgement(mailContext, "T-1001", { topic: "orders" }).text).toContain("one working day");
});

test("only a valid ticket is parsed from an address", () => {
  expect(ticketFrom("T-1001")).toBe("T-1001");
  for (const text of [null, "", "T-1", "T-1001<b>", "T-1001\n", "x T-1001"])
    expect(ticketFrom(text)).toBeNull();
});
