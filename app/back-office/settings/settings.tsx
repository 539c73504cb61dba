import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { prefixesInUse } from "../../../shop/invoices/issued-documents.server.ts";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { formParts, readSettingsPart, type SettingsPart } from "../../../shop/settings/setting-fields.ts";
import { readSettingsForm, settingKeys, settingsForm } from "../../../shop/settings/settings-form.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditCard, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/settings";
import { HoursGrid } from "./hours-grid.tsx";
import { settingCards } from "./setting-control.ts";
import { SettingsNav } from "./settings-nav.tsx";

const partOf = (request: Request) => readSettingsPart(new URL(request.url).searchParams.get("part"));

async function recordOf({ db }: Pick<Services, "db">, part: SettingsPart) {
  const { settings, version } = await currentSettings(db, settingKeys(part));
  return { settings, record: { values: settingsForm(part, settings), version } };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const part = partOf(request);
  const { settings, record } = await recordOf(context.get(servicesContext), part);
  return { part, record, shopName: settings.shopName };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const part = partOf(request);
  const fields = await formFields({ request, context });
  const { settings } = await recordOf(services, part);
  return saveEdit(fields, {
    read: readSettingsForm(part, fields, settings, { online: services.payments.online !== undefined }),
    saveAs: async (changes, version) => {
      const errors = changes.invoices ? await prefixesInUse(services.db, changes.invoices) : {};
      if (Object.keys(errors).length > 0) return { ok: false, errors };
      return saveSettings(services, { actor, changes, version });
    },
    now: async () => (await recordOf(services, part)).record,
    saved: [`${href("/admin/settings")}?part=${part}`, "settingsSaved"],
  });
}

const hoursGrid: EditCard["more"] = (shown, theirs, touch) => (
  <HoursGrid shown={shown} theirs={theirs} touch={touch} />
);
const withRulesLink = (text: ReactNode) => (
  <>
    {text}{" "}
    <Link className="link" to={href("/admin/settings/cod")}>
      Rules for cash on delivery
    </Link>
  </>
);

export default function Settings({
  loaderData: { part, record, shopName },
  actionData,
}: Route.ComponentProps) {
  const cards = settingCards(part, shopName).map(({ isHours, ...card }) => ({
    ...card,
    ...(isHours && { more: hoursGrid }),
    ...(card.id === "cash-on-delivery" && { text: withRulesLink(card.text) }),
  }));
  return (
    <>
      <ScreenHead title="Settings" text="One set of settings for the shop, its texts, invoices and emails.">
        <Link className="btn btn-secondary" to={href("/admin/settings/keys")}>
          Keys of providers
        </Link>
      </ScreenHead>
      <div className="settings">
        <SettingsNav part={part} cards={cards} />
        <div>
          {formParts[part].text && <p className="mb-5 max-w-read">{formParts[part].text}</p>}
          <EditForm
            label={formParts[part].title}
            cards={cards}
            aside={false}
            record={record}
            answer={useLastAnswer(actionData)}
            button="Save settings"
            cancelTo="/admin"
          />
        </div>
      </div>
    </>
  );
}
