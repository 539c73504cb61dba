// A bare node:http server in a process of its own. It answers everything with the one response that it was given last:
// what the machine could do at best with these bytes.
import { createServer } from "node:http";
import { z } from "zod";

const given = z.object({ status: z.number(), headers: z.array(z.string()), body: z.base64() });

let answer: { status: number; headers: string[]; body: Buffer } = {
  status: 204,
  headers: [],
  body: Buffer.alloc(0),
};
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
});
server.keepAliveTimeout = 65_000;
process.on("message", (message) => {
  const { body, ...rest } = given.parse(message);
  answer = { ...rest, body: Buffer.from(body, "base64") };
  process.send?.("ready");
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  const at = server.address();
  process.send?.(at && typeof at === "object" ? at.port : 0);
});
