type Parts<Part> = AsyncIterator<Part, unknown, undefined>;

/**
 * A long text or file in chunks as a stream of bytes, so that it needs little memory. A disconnect stops the generator.
 */
export function partStream(parts: Parts<string | Uint8Array>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** A file to download, which no cache keeps: a text, or a long file in chunks. */
export function fileDownload(
  fileName: string,
  type: string,
  content: string | Parts<string | Uint8Array>,
): Response {
  return new Response(typeof content === "string" ? content : partStream(content), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A CSV file to download. */
export function csvDownload(fileName: string, content: string | Parts<string>): Response {
  return fileDownload(fileName, "text/csv; charset=utf-8", content);
}
