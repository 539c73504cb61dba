import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicHttps, lookupPublic } from "./public-address.server.ts";

/** Why a file was not downloaded. "not-public": no https address, or one that is not on the public internet. */
type DownloadRefusal = "not-public" | "too-large" | "too-slow" | "not-there" | "unreachable";

/**
 * Downloads a file of at most `maxBytes` from an address that somebody else chose. Never rejects: out its bytes, or why
 * not.
 */
export type Download = (
  address: string,
  limits: { maxBytes: number; timeoutMs: number },
) => Promise<{ ok: true; value: Buffer } | { ok: false; refused: DownloadRefusal }>;

type Answer =
  | { kind: "file"; bytes: Buffer }
  | { kind: "moved"; to: string }
  | { kind: "refused"; refused: DownloadRefusal };

const mostRedirects = 3;

/**
 * Downloads over https from public addresses only. Every redirect is checked like the first address, and a connection
 * goes to the IP address that was checked (`lookupPublic`), so that nothing inside the network can be reached. In:
 * origins that are allowed besides, such as "http://127.0.0.1:8080", and how names are resolved; for tests.
 */
export function publicDownload({
  allowed = [],
  lookup = lookupPublic,
}: {
  allowed?: readonly string[];
  lookup?: LookupFunction;
} = {}): Download {
  return async (address, { maxBytes, timeoutMs }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let at = address;
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const isAllowed = URL.canParse(at) && allowed.includes(new URL(at).origin);
      if (!isAllowed && !isPublicHttps(at)) return { ok: false, refused: "not-public" };
      const answer = await ask(at, { maxBytes, signal, ...(!isAllowed && { lookup }) });
      if (answer.kind === "file") return { ok: true, value: answer.bytes };
      if (answer.kind === "refused") return { ok: false, refused: answer.refused };
      at = URL.canParse(answer.to, at) ? new URL(answer.to, at).href : "";
    }
    return { ok: false, refused: "not-there" };
  };
}

function ask(
  address: string,
  { maxBytes, ...options }: { maxBytes: number; signal: AbortSignal; lookup?: LookupFunction },
): Promise<Answer> {
  const request = address.startsWith("https:") ? requestHttps : requestHttp;
  const headers = { Accept: "image/*,*/*;q=0.5", "User-Agent": "campus-style-import/1" };
  return new Promise((resolve) => {
    const refuse = (refused: DownloadRefusal) => resolve({ kind: "refused", refused });
    const failed = () => refuse(options.signal.aborted ? "too-slow" : "unreachable");
    const sent = request(address, { ...options, headers, agent: false }, (answer) => {
      const { statusCode = 0, headers: of } = answer;
      const leave = (done: () => void) => {
        // Before: the end of the connection is an error by itself.
        done();
        answer.destroy();
      };
      if (statusCode >= 300 && statusCode < 400 && of.location !== undefined) {
        const to = of.location;
        return leave(() => resolve({ kind: "moved", to }));
      }
      if (statusCode !== 200) return leave(() => refuse("not-there"));
      if (Number(of["content-length"] ?? 0) > maxBytes) return leave(() => refuse("too-large"));
      const parts: Buffer[] = [];
      let length = 0;
      answer.on("data", (part: Buffer) => {
        length += part.length;
        if (length > maxBytes) leave(() => refuse("too-large"));
        else parts.push(part);
      });
      answer.on("end", () => resolve({ kind: "file", bytes: Buffer.concat(parts) }));
      answer.on("error", failed);
      answer.on("aborted", failed);
    });
    sent.on("error", failed);
    sent.end();
  });
}
