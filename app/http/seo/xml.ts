import { partStream } from "../text-response.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escaped text for elements and attributes; characters that XML does not allow are removed. */
export function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? "");
}

/** An element with text in it. */
export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

/**
 * Streams XML. In: the request (HEAD gets no body), the chunks, and the content type. A disconnect stops the
 * generator.
 */
export function xmlResponse(
  request: Request,
  pieces: AsyncIterable<string>,
  type = "application/xml; charset=utf-8",
): Response {
  const body = partStream(pieces[Symbol.asyncIterator]());
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** The XML declaration. */
export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
