type Parts = AsyncIterator<string, unknown, undefined>;

/** A long text in chunks as a stream of bytes, so that it needs little memory. A disconnect stops the generator. */
export function textStream(parts: Parts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** A file in chunks as a stream. A disconnect stops the generator. */
export function byteStream(parts: AsyncIterator<Uint8Array, unknown, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** A CSV file to download: a text, or a long one in chunks. */
export function csvDownload(fileName: string, content: string | Parts): Response {
  return new Response(typeof content === "string" ? content : textStream(content), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
