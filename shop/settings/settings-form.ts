import { amountFault, readRupees, rupeesField } from "../money.ts";
import { readChatNumber } from "../text/chat-address.ts";
import { cleanLines } from "../text/clean-text.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";
import { courierLine, readCourierLine } from "./couriers.ts";
import { validGstin } from "./gstin.ts";
import { weekInWords } from "./opening-hours.ts";
import type { SettingField } from "./setting-field.ts";
import { formParts, type SettingsPart } from "./setting-fields.ts";
import { type ShopSettings, shopSettingsShape } from "./settings.ts";

type Tree = { [name: string]: unknown };

/** The values of a part as form fields. */
export function settingsForm(part: SettingsPart, settings: ShopSettings): Record<string, string> {
  return Object.fromEntries(
    formParts[part].fields.flatMap((field) =>
      field.kind === "hours" ? hoursFields(field, settings) : [[field.name, shown(field, settings)]],
    ),
  );
}

/**
 * Parses a submitted part. In: its name, its fields, the settings it changes, and whether the shop takes payments
 * online. Out: the new values of
 * `settingKeys(part)`, or the errors by field.
 */
export function readSettingsForm(
  part: SettingsPart,
  fields: FormFields,
  settings: ShopSettings,
  { online }: { online: boolean },
): FormRead<Partial<ShopSettings>> {
  const draft: Tree = structuredClone(settings);
  for (const field of formParts[part].fields) {
    const typed = (end = "") => cleanLines(fields.get(field.name + end) ?? "");
    const value = field.kind === "hours" ? typedHours(typed) : typedValue(field, typed());
    put(draft, field.name.split("."), value);
  }
  const { success, data, error } = shopSettingsShape.safeParse(draft);
  const errors: FieldErrors = {};
  for (const { path } of error?.issues ?? []) {
    const at = path.join(".");
    const field = formParts[part].fields.find(
      ({ name }) => name === at || at.startsWith(`${name}.`) || name.startsWith(`${at}.`),
    );
    if (field)
      errors[field.kind === "hours" ? at : field.name] =
        field.kind === "rupees" ? amountFault(fields.get(field.name) ?? "", field.wrong) : field.wrong;
  }
  if (success && part === "contact") {
    for (const [day, hours] of data.hours.week.entries())
      if (hours && hours.close <= hours.open) errors[`hours.week.${day}.close`] = "Later than the opening.";
    if (data.hours.summary === weekInWords(data.hours.week)) data.hours.summary = null;
  }
  const gstin = part === "legal" ? cleanLines(fields.get("legal.gstin") ?? "") : "";
  if (gstin !== "" && !errors["legal.gstin"] && !validGstin(gstin)) {
    errors["legal.gstin"] = "The check digit does not fit. Please compare it with the certificate.";
  }
  if (success && part === "legal" && data.legal.gstin !== null && data.legal.isUnregistered) {
    errors["legal.gstin"] = "There is a GSTIN, so the business is registered. Remove one of the two.";
  }
  if (success && part === "policy" && !data.policy.cod && !online) {
    errors["policy.cod"] =
      "Without cash on delivery nobody could pay: online payment needs the keys of Cashfree first (Keys of providers).";
  }
  if (!success || Object.keys(errors).length > 0) return { ok: false, errors };
  const changes: Partial<ShopSettings> = {};
  for (const key of settingKeys(part)) Object.assign(changes, { [key]: data[key] });
  return { ok: true, value: changes };
}

/** The settings that a part changes. */
export function settingKeys(part: SettingsPart): readonly (keyof ShopSettings)[] {
  return formParts[part].keys;
}

/** A day of the week as three fields: whether it is open, from when and until when. */
function hoursFields({ name }: SettingField, { hours: { week } }: ShopSettings): [string, string][] {
  const hours = week[Number(name.split(".").at(-1))];
  return [
    [`${name}.isOpen`, hours ? "on" : ""],
    [`${name}.open`, hours?.open ?? ""],
    [`${name}.close`, hours?.close ?? ""],
  ];
}

const typedHours = (typed: (end: string) => string) =>
  typed(".isOpen") === "" ? null : { open: typed(".open"), close: typed(".close") };

function shown({ name, kind }: SettingField, settings: ShopSettings): string {
  const value = name.split(".").reduce<unknown>((at, step) => (isTree(at) ? at[step] : undefined), settings);
  if (value === null || value === undefined) return "";
  if (kind === "rupees") return rupeesField(Number(value));
  if (kind === "check") return value === true ? "on" : "";
  if (!Array.isArray(value)) return String(value);
  if (kind === "codes") return value.join(", ");
  if (kind === "couriers") return settings.couriers.map(courierLine).join("\n");
  if (kind !== "founders") return value.join("\n");
  return value.map(({ role, name: who }) => (who ? `${role}: ${who}` : role)).join("\n");
}

/** The value to validate: null for an empty field and for what cannot be parsed. */
function typedValue({ kind }: SettingField, typed: string): unknown {
  if (kind === "check") return typed !== "";
  if (kind === "lines") return linesOf(typed);
  if (kind === "codes") return typed.split(/[\s,]+/).filter(Boolean);
  if (kind === "couriers") return linesOf(typed).map(readCourierLine);
  if (kind === "founders") {
    return linesOf(typed).map((line) => {
      const [role = "", ...name] = line.split(":");
      return { role: role.trim(), name: name.join(":").trim() || null };
    });
  }
  if (typed === "") return null;
  if (kind === "number") return Number(typed);
  // What is invalid must be an error even where null is allowed.
  if (kind === "rupees") return readRupees(typed) ?? Number.NaN;
  if (kind === "phone") return readChatNumber(typed) ?? Number.NaN;
  return typed;
}

function linesOf(typed: string): string[] {
  return typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function put(tree: Tree, path: string[], value: unknown): void {
  const [step = "", ...rest] = path;
  if (rest.length === 0) tree[step] = value;
  else if (isTree(tree[step])) put(tree[step], rest, value);
}

/** Arrays as well, with their indexes as names. */
function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}
