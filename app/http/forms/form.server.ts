import { storable } from "../../../platform/text/storable.ts";
import { checkIntent, type RouteArgs } from "../guards.server.ts";
import { sentFieldsContext } from "./sent-fields.ts";

const maxBytes = 100_000;

/**
 * The text fields of a form. In: the action's arguments. Out: each field's first value; files and repeated fields are
 * ignored. Throws 413 above 100,000 bytes (`most`) and 400 for an invalid body, so that malformed input never becomes a
 * 5xx. Checks the intent against the guard table first.
 */
export async function formFields(asked: RouteArgs, most?: number): Promise<Map<string, string>> {
  const lists = await formLists(asked, most);
  return new Map([...lists].map(([name, [first = ""]]) => [name, first]));
}

/** The same with all values of repeated fields, such as selected rows. */
export async function formLists(asked: RouteArgs, most = maxBytes): Promise<Map<string, string[]>> {
  const { request } = asked;
  const body = await wholeBody(request, most);
  const form = await new Response(body, {
    headers: { "Content-Type": request.headers.get("Content-Type") ?? "" },
  })
    .formData()
    .catch(() => null);
  if (!form) throw new Response("This was not a form.", { status: 400 });
  const lists = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value === "string") lists.set(name, [...(lists.get(name) ?? []), storable(value)]);
  }
  asked.context.set(sentFieldsContext, new Map([...lists].map(([name, [first = ""]]) => [name, first])));
  checkIntent(asked, lists.get("intent")?.[0] ?? "");
  return lists;
}

async function wholeBody(request: Request, most: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > most) throw new Response("This form is too large.", { status: 413 });
    parts.push(part);
  }
  return new Blob(parts);
}
