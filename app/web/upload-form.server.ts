const megabyte = 1024 * 1024;

export type UploadForm = {
  /** Each text field's first value. */
  fields: Map<string, string>;
  /** The files by field; empty ones, which a browser sends when none was chosen, are left out. */
  files: Map<string, Buffer[]>;
};

/**
 * A form with files. In: the request of an action and how many bytes it may have. Out: its fields and files, or null
 * when it is larger. Read as it comes, so that what is too large is never held whole. Throws an answer of 400 for
 * what is no form.
 */
export async function uploadForm(request: Request, mostMegabytes: number): Promise<UploadForm | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > mostMegabytes * megabyte) return null;
    parts.push(part);
  }
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  const form = await new Response(new Blob(parts), { headers }).formData().catch(() => null);
  if (!form) throw new Response("This was not a form.", { status: 400 });
  const fields = new Map<string, string>();
  const files = new Map<string, Buffer[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string") {
      if (value.size > 0)
        files.set(name, [...(files.get(name) ?? []), Buffer.from(await value.arrayBuffer())]);
    } else if (!fields.has(name)) fields.set(name, value);
  }
  return { fields, files };
}
