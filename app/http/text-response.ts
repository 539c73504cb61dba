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

/**
 * These parts after their first two were made. What fails until then (the first part of a CSV file is its heading)
 * throws here, while the answer can still say so; later the download can only break off.
 */
async function begun<Part>(parts: Parts<Part>): Promise<Parts<Part>> {
  const ahead = [await parts.next(), await parts.next()];
  return {
    next: async () => ahead.shift() ?? parts.next(),
    return: async () => (await parts.return?.()) ?? { done: true, value: undefined },
  };
}

/** A file to download, which no cache keeps: a text, or a long file in chunks. Throws when it cannot be begun. */
export async function fileDownload(
  fileName: string,
  type: string,
  content: string | Parts<string | Uint8Array>,
): Promise<Response> {
  return new Response(typeof content === "string" ? content : partStream(await begun(content)), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A CSV file to download. */
export function csvDownload(fileName: string, content: string | Parts<string>): Promise<Response> {
  return fileDownload(fileName, "text/csv; charset=utf-8", content);
}
