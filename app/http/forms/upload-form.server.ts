import { setImmediate as nextTurn } from "node:timers/promises";
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { storable } from "../../../platform/text/storable.ts";
import { checkIntent, type RouteArgs } from "../guards.server.ts";
import { formFields } from "./form.server.ts";
import { sentFieldsContext } from "./sent-fields.ts";
import { beginUpload } from "./uploads-under-way.server.ts";

const megabyte = 1024 * 1024;
/** A product with the most rows that its form reads has 10,000 fields. */
const maxParts = 12_000;

export type UploadForm = {
  /** First value of each text field. */
  fields: Map<string, string>;
  /** Files by field; empty ones, which browsers send when no file was chosen, are left out. */
  files: Map<string, Buffer[]>;
  /** Original name of a field's first file. */
  fileNames: Map<string, string>;
};

/**
 * Parses a multipart form. In: the action's arguments and a size limit in bytes. Out: fields and files, or null above
 * the limit. Parsed as a stream, so that an oversized body is never buffered and the event loop stays free
 * (`Request.formData` blocks: 0.4 s for 80 MB). Throws 400 for an invalid body, TooManyUploads.
 */
export async function uploadForm(asked: RouteArgs, maxMegabytes: number): Promise<UploadForm | null> {
  const { request } = asked;
  const fields = new Map<string, string>();
  const files = new Map<string, Buffer[]>();
  const fileNames = new Map<string, string>();
  if (!isMultipartRequest(request)) return { fields: await formFields(asked), files, fileNames };
  const most = maxMegabytes * megabyte;
  const limits = { maxFileSize: most, maxTotalSize: most, maxParts: maxParts };
  const end = beginUpload(asked, most);
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
  } finally {
    end();
  }
  asked.context.set(sentFieldsContext, fields);
  checkIntent(asked, fields.get("intent") ?? "");
  return { fields, files, fileNames };
}

/** Copying 90 MB at once blocks the event loop for 60 to 300 ms, mostly for page faults of new memory. */
const copiedAtOnce = 2 * megabyte;

/** Joins the chunks of a file into one buffer, yielding to the event loop. */
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
