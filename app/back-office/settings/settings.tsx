import { data, href, redirect, useLocation } from "react-router";
import { currentSettings, saveSettings } from "../../../shop/settings/save-settings.server.ts";
import { formParts, readSettingsPart, settingsParts } from "../../../shop/settings/setting-fields.ts";
import { readSettingsForm, settingKeys, settingsForm } from "../../../shop/settings/settings-form.ts";
import { messages } from "../../parts/messages/messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { type Edit, EditForm } from "../parts/edit-form.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/settings";
import { settingControl } from "./setting-control.ts";

const partOf = (request: Request) => readSettingsPart(new URL(request.url).searchParams.get("part"));

export async function loader({ request, context }: Route.LoaderArgs) {
  const part = partOf(request);
  const { settings, version } = await currentSettings(context.get(servicesContext).db, settingKeys(part));
  const edit: Edit = { values: settingsForm(part, settings), version };
  return { part, edit };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const part = partOf(request);
  const fields = await formFields({ request, context });
  const now = await currentSettings(services.db, settingKeys(part));
  const version = fields.get("version") ?? "";
  const values = Object.fromEntries(formParts[part].fields.map(({ name }) => [name, fields.get(name) ?? ""]));
  const read = readSettingsForm(part, fields, now.settings);
  if (!read.ok) return data({ part, edit: { values, version, errors: read.errors } satisfies Edit }, 400);
  const saved = await saveSettings(services, { actor, changes: read.changes, version });
  if (saved.ok) {
    return redirect(`${href("/admin/settings")}?part=${part}`, {
      status: 303,
      headers: { "Set-Cookie": flashCookie("settingsSaved") },
    });
  }
  const later = await currentSettings(services.db, settingKeys(part));
  const theirs = settingsForm(part, later.settings);
  return data({ part, edit: { values, version: later.version, theirs } satisfies Edit }, 409);
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { part } = loaderData;
  const { key } = useLocation();
  const answer = actionData?.part === part ? actionData.edit : undefined;
  return (
    <>
      <ScreenHead title="Settings" text="One set of settings for the shop, its texts, invoices and emails." />
      <Tabs
        label="Settings"
        panel="settings-part"
        tabs={settingsParts.map((each) => ({
          to: `?part=${each}`,
          label: formParts[each].title,
          selected: each === part,
        }))}
      />
      <div id="settings-part" role="tabpanel" aria-label={formParts[part].title}>
        <EditForm
          key={`${part} ${key}`}
          label={formParts[part].title}
          fields={formParts[part].fields.map(settingControl)}
          edit={answer ?? loaderData.edit}
          toast={answer && ("theirs" in answer ? messages.changedMeanwhile : messages.formWrong)}
          button="Save settings"
          cancelTo="/admin"
        />
      </div>
    </>
  );
}
