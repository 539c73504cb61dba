import { storable } from "../../../shop/text/storable.ts";

const maxBytes = 100_000;

/** The bytes of a request, exactly as they came. Throws an answer, 413, for more than 100,000 of them. */
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

/** The JSON of a request, not yet checked. Throws an answer, 400, for what is no JSON. */
export async function jsonBody(request: Request): Promise<unknown> {
  const bytes = await rawBody(request);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? storable(value) : value));
  } catch {
    throw errorResponse(400, "not-json");
  }
}

/** An answer that says why not, in one stable word and for people. */
export function errorResponse(status: number, error: string, message?: string, more: object = {}): Response {
  return privateJson({ error, ...(message && { message }), ...more }, status);
}

/** An answer about somebody's order: kept by nobody on the way. */
export function privateJson(body: object, status = 200): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}
