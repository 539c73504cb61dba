/** A form as its page has it: its address, its encoding and the values of its fields. */
export type PageForm = { action: string; multipart: boolean; fields: [name: string, value: string][] };

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

/** The forms of a page that are sent with POST, one for each of their submit buttons with a value. */
export function formsOf(html: string, path: string): PageForm[] {
  const found: PageForm[] = [];
  for (const [whole, tag = ""] of html.matchAll(/<form((?:"[^"]*"|[^>"])*)>.*?<\/form>/gis)) {
    if (!/\smethod="post"/i.test(tag)) continue;
    const controls = [...whole.matchAll(/<(input|select|textarea|button)((?:"[^"]*"|[^>"])*)>([^<]*)/gi)];
    const fields: [string, string][] = [];
    const buttons: { field: [string, string]; action: string | undefined }[] = [];
    for (const [, kind = "", control = "", text = ""] of controls) {
      const name = attribute(control, "name");
      if (!name || attribute(control, "type") === "file") continue;
      const value = kind === "textarea" ? text : (attribute(control, "value") ?? "");
      if (kind !== "button") fields.push([name, value]);
      else buttons.push({ field: [name, value], action: attribute(control, "formaction") });
    }
    const action = attribute(tag, "action") ?? path;
    const multipart = attribute(tag, "enctype") === "multipart/form-data";
    if (buttons.length === 0) found.push({ action, multipart, fields });
    for (const { field, action: own } of buttons)
      found.push({ action: own ?? action, multipart, fields: [...fields, field] });
  }
  return found;
}
