import { storableValue } from "../../../platform/text/storable.ts";

const maxBytes = 100_000;

/** The raw bytes of a request (for signatures). Throws 413 above 100,000 bytes. */
export async function rawBody(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw errorResponse(413, "too-large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The parsed, unvalidated JSON of a request. Throws 400 when it is not JSON. */
export async function jsonBody(request: Request): Promise<unknown> {
  const bytes = await rawBody(request);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text, storableValue);
  } catch {
    throw errorResponse(400, "not-json");
  }
}

/** An error answer with a stable code and a text. */
export function errorResponse(status: number, error: string, message?: string, more: object = {}): Response {
  return privateJson({ error, ...(message && { message }), ...more }, status);
}

/** JSON about somebody's order, with `no-store`. */
export function privateJson(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
