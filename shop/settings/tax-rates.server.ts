import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { dayInIndia } from "../dates.ts";
import { readRupees } from "../money.ts";
import { type Done, type Refused, refused } from "../refused.ts";
import { rateInForce, type TaxRate } from "../tax/rates.ts";
import { cleanLine } from "../text/clean-text.ts";
import {
  type FormFields,
  type FormRead,
  faultOfAmount,
  fieldReadBy,
  filledField,
  optionalFieldReadBy,
  readForm,
} from "../text/read-form.ts";
import { currentSettings, saveSettings } from "./save-settings.server.ts";

type Ports = Pick<Services, "db" | "jobs" | "clock">;

const percent = (typed: string) => (/^\d{1,2}$/.test(typed) && Number(typed) <= 40 ? Number(typed) : null);
const wholePercent = "A whole number of percent, from 0 to 40.";
const day = /^20[1-9]\d-\d{2}-\d{2}$/;

const rateForm = z.object({
  prefix: fieldReadBy(
    (typed) => (/^(\d{2,8})?$/.test(typed) ? typed : null),
    "Two to eight digits, or nothing for products without a known code.",
  ),
  rate: fieldReadBy(percent, wholePercent),
  stepUpTo: optionalFieldReadBy(
    (typed) => readRupees(typed) || null,
    faultOfAmount("An amount in rupees, such as 2500."),
  ),
  stepRate: optionalFieldReadBy(percent, wholePercent),
  from: fieldReadBy(
    (typed) => (day.test(typed) && z.iso.date().safeParse(typed).success ? typed : null),
    "A day, such as 1 April 2027.",
  ),
  source: filledField("The notification, or who said so.").pipe(
    z.string().overwrite(cleanLine).max(200, "At most 200 characters."),
  ),
});

/**
 * Reads the form of a rate: prefix, percent, an optional step in rupees with its percent, the first day, the source.
 * Out: the rate, or errors by field.
 */
export function readTaxRate(fields: FormFields): FormRead<TaxRate> {
  const read = readForm(rateForm, fields);
  if (!read.ok) return read;
  const { stepUpTo, stepRate, ...rate } = read.value;
  if ((stepUpTo === null) !== (stepRate === null)) {
    const [name, wrong] =
      stepUpTo === null
        ? ["stepUpTo", "Up to which amount?"]
        : ["stepRate", "The percentage up to that amount."];
    return { ok: false, errors: { [name]: wrong } };
  }
  const step = stepUpTo === null || stepRate === null ? null : { upTo: stepUpTo, rate: stepRate };
  return { ok: true, value: { ...rate, step } };
}

/** The owner's rates, and their version for two people at once. */
export async function taxRates({ db }: Pick<Services, "db">) {
  const { settings, version } = await currentSettings(db, ["taxRates"]);
  return { rates: settings.taxRates, version };
}

/**
 * Adds a rate (audited); invoices that waited for it are issued. Refused: 'too-early' when the goods have a rate today
 * and the new one would begin before tomorrow: what was invoiced does not change; 'taken' for a second rate of one
 * prefix from one day on; 'changed-meanwhile'.
 */
export async function addTaxRate(
  ports: Ports,
  { actor, rate, version }: { actor: Actor; rate: TaxRate; version: string },
): Promise<Done | Refused<"too-early" | "taken" | "changed-meanwhile">> {
  const now = ports.clock.now();
  const { rates } = await taxRates(ports);
  if (rates.some(({ prefix, from }) => prefix === rate.prefix && from === rate.from)) return refused("taken");
  const today = rateInForce(rate.prefix || null, now, rates);
  if (today && rate.from <= dayInIndia(now)) return refused("too-early");
  return saveSettings(ports, { actor, changes: { taxRates: [...rates, rate] }, version });
}

/**
 * Withdraws a rate of the owner's that is not yet in force (audited). Refused: 'in-force', 'not-found',
 * 'changed-meanwhile'.
 */
export async function withdrawTaxRate(
  ports: Ports,
  { actor, prefix, from, version }: { actor: Actor; prefix: string; from: string; version: string },
): Promise<Done | Refused<"in-force" | "not-found" | "changed-meanwhile">> {
  const { rates } = await taxRates(ports);
  const left = rates.filter((one) => one.prefix !== prefix || one.from !== from);
  if (left.length === rates.length) return refused("not-found");
  if (from <= dayInIndia(ports.clock.now())) return refused("in-force");
  return saveSettings(ports, { actor, changes: { taxRates: left }, version });
}
