import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { answerOf, consequenceOf } from "./failures.server.ts";

const failed = (code: string) => Object.assign(new DatabaseError("words", 5, "error"), { code });

test.each([
  ["a write by mistake", failed("25006"), "throw"],
  ["data that cannot be read", failed("22P02"), "throw"],
  ["a statement that takes too long", failed("57014"), "throw"],
  ["a parameter that cannot be sent", new TypeError("circular"), "throw"],
  ["a conflict with what is replayed", failed("40001"), "ask-primary"],
  ["a server that stops", failed("57P01"), "leave"],
  ["a server that starts", failed("57P03"), "leave"],
  ["no connection left", failed("53300"), "leave"],
  ["a connection that breaks", new Error("Connection terminated unexpectedly"), "leave"],
  ["a right that the role lacks", failed("42501"), "leave-if-answered"],
  ["a table that is not there", failed("42P01"), "leave-if-answered"],
] as const)("%s on the standby", (_, error, consequence) => {
  expect(consequenceOf(error)).toBe(consequence);
});

test("the health page gets the server's message, and no address", () => {
  expect(answerOf(failed("42501"))).toEqual({ kind: "refuses", answer: "words" });
  expect(answerOf(failed("57P03"))).toEqual({ kind: "unreachable", answer: "words" });
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.2:5432"), { code: "ECONNREFUSED" });
  expect(answerOf(refused)).toEqual({ kind: "unreachable", answer: "ECONNREFUSED" });
});
