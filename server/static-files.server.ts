import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

/** Serves a built file and returns true, or leaves the request and returns false. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/**
 * Serves a built folder, with the compressed files beside it (scripts/built/precompress.mjs). Only the files that exist
 * now are served, so no path leads outside. Files under /assets have a hash in their name and may be cached for a year;
 * others are revalidated hourly. `headers` are sent with every file. A style sheet of another build is answered with
 * this build's: while servers are restarted one after another, the page and its style sheet may come from different
 * servers.
 */
export function staticFiles(folder: string, headers: Record<string, string>): StaticFiles {
  const sheets = new Map(
    readdirSync(join(folder, "assets")).flatMap((name) => {
      const path = `/assets/${name}`;
      const sheet = sheetName(path);
      return sheet === undefined ? [] : [[sheet, path]];
    }),
  );
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      // Emails are read on other sites and in sandboxed frames; their two pictures must load there.
      if (path.startsWith("/mail/")) response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
      if (!response.hasHeader("Cache-Control"))
        response.setHeader("Cache-Control", path.startsWith("/assets/") ? forAYear : "public, max-age=3600");
    },
  });

  function serves(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    // What a new build took away since the start: reading it would end the process, as sirv does not catch that error.
    const isThere = (ending: string) => existsSync(join(folder, path + ending));
    if (!/\.\w+$/.test(path) || !isThere("")) return false;
    if (!isThere(".br") || !isThere(".gz")) request.headers["accept-encoding"] = "identity";
    let isServed = true;
    files(request, response, () => {
      isServed = false;
    });
    return isServed;
  }

  return (request, response, path) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    if (serves(request, response, path)) return true;
    if (!path.startsWith("/assets/")) return false;
    response.setHeader("Cache-Control", "no-store");
    const sheet = sheets.get(sheetName(path) ?? "");
    if (sheet !== undefined) {
      request.url = sheet;
      return serves(request, response, sheet);
    }
    // A file of an older build: a plain 404 instead of rendering a page.
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Not found");
    return true;
  };
}

const forAYear = "public, max-age=31536000, immutable";

/** "/assets/app-Ab12cd34.css" is the sheet "app" of some build. */
function sheetName(path: string): string | undefined {
  return /^\/assets\/([\w-]+)-[\w-]{8}\.css$/.exec(path)?.[1];
}
