import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { z } from "zod";

type Answer = { method: string; path: string; status: number };

/**
 * The line between a browser and the shop: a proxy that notes each answer, can be cut, and puts a script at the
 * beginning of every page. In: the shop's address, and the script.
 */
export async function openLine(shop: string, script: string | null) {
  const answers: Answer[] = [];
  const open = new Set<ServerResponse>();
  let lastAt = Date.now();
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url: path = "/" } = incoming;
    const wantsPage = script !== null && incoming.headers.accept?.includes("text/html") === true;
    const headers = { ...incoming.headers };
    if (wantsPage) delete headers["accept-encoding"];
    open.add(outgoing);
    lastAt = Date.now();
    const onward = request(new URL(path, shop), { method, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answers.push({ method, path, status });
      // This one stays open.
      if (answer.headers["content-type"]?.startsWith("text/event-stream")) open.delete(outgoing);
      if (wantsPage && answer.headers["content-type"]?.startsWith("text/html"))
        return void sendPage(answer, outgoing, script);
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    outgoing.once("close", () => {
      open.delete(outgoing);
      lastAt = Date.now();
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    address: `http://localhost:${port}`,
    /** Whether nothing was asked for a while, and nothing waits for its answer. */
    isQuiet: () => open.size === 0 && Date.now() - lastAt > 300,
    /** The answers since the last call. */
    answers: () => answers.splice(0),
    cut,
    mend: () => listen(port),
  };
}

export type Line = Awaited<ReturnType<typeof openLine>>;

/** The page with the script, which its policy then allows. */
async function sendPage(answer: IncomingMessage, outgoing: ServerResponse, script: string) {
  const html = Buffer.concat(await answer.toArray()).toString();
  const page = html.replace(/<head[^>]*>/, (head) => `${head}<script>${script}</script>`);
  const { "content-security-policy": policy, "content-length": _, ...headers } = answer.headers;
  const hash = createHash("sha256").update(script).digest("base64");
  const allowed = z.string().parse(policy).replace("script-src ", `script-src 'sha256-${hash}' `);
  outgoing.writeHead(answer.statusCode ?? 0, { ...headers, "content-security-policy": allowed });
  outgoing.end(page);
}
