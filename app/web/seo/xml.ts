const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text inside an element or attribute of XML; what XML cannot say at all is left out. */
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
 * Answers with XML that is written as it is read. In: the request (HEAD gets no body), what to write piece by piece,
 * and its type. A reader who goes away ends the writing.
 */
export function xmlResponse(
  request: Request,
  pieces: AsyncIterable<string>,
  type = "application/xml; charset=utf-8",
): Response {
  const encoder = new TextEncoder();
  const reading = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await reading.return?.();
    },
  });
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "public, max-age=600",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** The beginning of every XML file. */
export const xmlStart = '<?xml version="1.0" encoding="UTF-8"?>\n';
