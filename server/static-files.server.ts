import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { type Encoding, preferredEncoding } from "./encoding.ts";

type Body = { bytes: Buffer; etag: string };
type File = { type: string; cacheControl: string; plain: Body; packed: Partial<Record<Encoding, Body>> };

/** Serves a built file and returns true, or leaves the request and returns false. */
export type StaticFiles = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * Serves a built folder from memory. Only listed files are served, so no path leads outside. Files under /assets have a
 * hash in their name and may be cached for a year; others are revalidated hourly. `headers` are sent with every file. A
 * style sheet of another build is answered with this build's: while servers are restarted one after another, the page
 * and its style sheet may come from different servers.
 */
export async function staticFiles(folder: string, headers: Record<string, string>): Promise<StaticFiles> {
  const files = await readFiles(folder);
  const sheets = new Map(
    [...files].flatMap(([path, file]) => {
      const name = sheetName(path);
      return name === undefined ? [] : [[name, { ...file, cacheControl: "no-store" }]];
    }),
  );
  return (request, response, path) => {
    const file = files.get(path) ?? sheets.get(sheetName(path) ?? "");
    if (!file && !path.startsWith("/assets/")) return false;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // Emails are read on other sites and in sandboxed frames; their two pictures must load there.
    if (path.startsWith("/mail/")) response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    if (request.method !== "GET" && request.method !== "HEAD") {
      if (!file) return false;
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    } else if (file) {
      answer(request, response, file);
    } else {
      // A file of an older build: a plain 404 instead of rendering a page.
      response
        .writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" })
        .end("Not found");
    }
    return true;
  };
}

/** "/assets/app-Ab12cd34.css" is the sheet "app" of some build. */
function sheetName(path: string): string | undefined {
  return /^\/assets\/([\w-]+)-[\w-]{8}\.css$/.exec(path)?.[1];
}

function answer(request: IncomingMessage, response: ServerResponse, file: File) {
  const packings = Object.keys(file.packed).length > 0;
  const encoding = packings ? preferredEncoding(request.headers["accept-encoding"]) : undefined;
  const packed = encoding && file.packed[encoding];
  const body = packed ?? file.plain;
  response.setHeader("Cache-Control", file.cacheControl);
  response.setHeader("ETag", body.etag);
  if (packings) response.setHeader("Vary", "Accept-Encoding");
  if (matches(request.headers["if-none-match"], body.etag)) {
    response.writeHead(304).end();
    return;
  }
  if (packed && encoding) response.setHeader("Content-Encoding", encoding);
  response.writeHead(200, { "Content-Type": file.type, "Content-Length": body.bytes.length });
  response.end(request.method === "HEAD" ? undefined : body.bytes);
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}

async function readFiles(folder: string): Promise<Map<string, File>> {
  const bodies = new Map<string, Body>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // Vite's own files (.vite/manifest.json) and other dotfiles are not served.
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.length).replaceAll("\\", "/");
    if (!entry.isFile() || address.includes("/.")) continue;
    const bytes = await readFile(path);
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 20);
    bodies.set(address, { bytes, etag: `"${hash}"` });
  }
  const files = new Map<string, File>();
  for (const [address, plain] of bodies) {
    if (/\.(br|gz)$/.test(address)) continue;
    const [br, gzip] = [bodies.get(`${address}.br`), bodies.get(`${address}.gz`)];
    files.set(address, {
      type: types[extname(address)] ?? "application/octet-stream",
      cacheControl: address.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
      plain,
      packed: { ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  return files;
}
