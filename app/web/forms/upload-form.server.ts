import { setImmediate as nextTurn } from "node:timers/promises";
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { storable } from "../../../shop/text/storable.ts";
import { checkIntent, type RouteArgs } from "../guards.server.ts";
import { formFields } from "./form.server.ts";

const megabyte = 1024 * 1024;
const maxParts = 2_000;

export type UploadForm = {
  /** Each text field's first value. */
  fields: Map<string, string>;
  /** The files by field; empty ones, which a browser sends when none was chosen, are left out. */
  files: Map<string, Buffer[]>;
  /** What the first file of a field is called where it comes from. */
  fileNames: Map<string, string>;
};

/**
 * A form with files. In: what an action is given and how many bytes it may have. Out: its fields and files, or null
 * when it is larger. Taken apart as it comes, so that what is too large is never held whole and other requests are
 * answered meanwhile (`Request.formData` goes through all of it in one go: 0.4 s for 80 MB). Throws an answer of 400
 * for what is no form.
 */
export async function uploadForm(asked: RouteArgs, maxMegabytes: number): Promise<UploadForm | null> {
  const { request } = asked;
  const fields = new Map<string, string>();
  const files = new Map<string, Buffer[]>();
  const fileNames = new Map<string, string>();
  if (!isMultipartRequest(request)) return { fields: await formFields(asked), files, fileNames };
  const most = maxMegabytes * megabyte;
  const limits = { maxFileSize: most, maxTotalSize: most, maxParts: maxParts };
  try {
    for await (const { name, filename, content, size } of parseMultipartRequest(request, limits)) {
      if (name === undefined) continue;
      const bytes = await joined(content, size);
      if (filename === undefined) {
        if (!fields.has(name)) fields.set(name, storable(bytes.toString()));
      } else if (size > 0) {
        files.set(name, [...(files.get(name) ?? []), bytes]);
        if (!fileNames.has(name)) fileNames.set(name, storable(filename));
      }
    }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) return null;
    throw new Response("This was not a form.", { status: 400 });
  }
  checkIntent(asked, fields.get("intent") ?? "");
  return { fields, files, fileNames };
}

/** Copying 90 MB in one go keeps everybody else waiting for 60 to 300 ms, most of it for memory that is touched first. */
const copiedAtOnce = 2 * megabyte;

/** The chunks of a file as one buffer. Others are answered in between. */
async function joined(chunks: Uint8Array[], size: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  let copied = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
    copied += chunk.length;
    if (copied < copiedAtOnce) continue;
    copied = 0;
    await nextTurn();
  }
  return whole;
}
