import { href } from "react-router";
import type { Provider } from "../../../platform/credentials/providers.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Staff } from "../../../shop/access/actor.ts";
import {
  type KeyTrial,
  sendTestCode,
  sendTestMail,
  tryKeys,
  trySavedKeys,
} from "../../../shop/reports/setup-trials.server.ts";
import { removeProviderKeys, saveProviderKeys } from "../../../shop/settings/provider-keys.server.ts";
import { keyForms, keyProviders } from "../../../shop/settings/provider-keys.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { originOf } from "../../http/origin.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import type { MessageName } from "../../http/toast.server.ts";
import { keyTrials } from "../../parts/messages/office/key-trials.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";

type Asked = { services: Services; staff: Staff; email: string | null; fields: FormFields; request: Request };

const mailboxTrials: Record<KeyTrial, MessageName> = {
  ...keyTrials,
  accepted: "mailboxAccepted",
  refused: "mailboxRefused",
  unreachable: "mailboxUnreachable",
};

/** The same for keys that were saved a moment ago. */
const savedTrials: Record<KeyTrial, MessageName> = {
  accepted: "keysSavedAccepted",
  refused: "keysSavedRefused",
  untrusted: "keysSavedUntrusted",
  unreachable: "keysSavedUntried",
  busy: "keysSavedUntried",
  none: "keysSaved",
};

/** Saves, removes and tries the keys of one provider. Saved ones are tried at once where that sends no message. */
export async function answerKeys(asked: Asked) {
  const provider = keyProviders.find((one) => one === asked.fields.get("provider"));
  if (!provider) throw new Response("There is no such provider.", { status: 400 });
  return asked.fields.get("intent") === "try" ? tryNow(asked, provider) : changeKeys(asked, provider);
}

async function changeKeys({ services, staff, fields, request }: Asked, provider: Provider) {
  const shown = withoutSecrets(fields, provider);
  const prove = async () => {
    const code = (fields.get("code") ?? "").replace(/\s/g, "");
    const proven = await services.identity.proveSecondFactor(
      callerOf(request, services.site),
      staff.id,
      code,
    );
    return proven.ok;
  };
  const change = { actor: staff, provider, version: fields.get("version") ?? "", prove };
  const isRemoved = fields.get("intent") === "remove";
  const changed = isRemoved
    ? await removeProviderKeys(services, change)
    : await saveProviderKeys(services, { ...change, fields });
  const here = `${href("/admin/settings/keys")}#${provider}`;
  if (changed.ok) {
    if (isRemoved) return redirectWithToast(here, "keysRemoved");
    await services.credentials.refresh();
    return redirectWithToast(here, savedTrials[await trySavedKeys(services, provider)]);
  }
  if ("errors" in changed)
    return refuseFields(changed.errors, 422, shown, { toast: officeMessages.formWrong });
  if (changed.refused === "too-often") return refuse(["keysTooOften", 429], shown);
  if (changed.refused === "wrong-code") return refuse(["keysCodeWrong", 403, "code"], shown);
  return refuse(["changedMeanwhile", 409], shown);
}

/** What may be shown again of a refused form. */
function withoutSecrets(fields: FormFields, provider: Provider): FormFields {
  const secret = new Set([
    "code",
    ...keyForms[provider].fields.flatMap((one) => (one.secret ? [one.name] : [])),
  ]);
  return new Map([...fields].filter(([name]) => !secret.has(name)));
}

async function tryNow({ services, staff, email, fields, request }: Asked, provider: Provider) {
  const here = `${href("/admin/settings/keys")}#${provider}`;
  const origin = originOf(services.site, request);
  const { by } = keyForms[provider].trial;
  if (by === "call") {
    const trials = provider === "imap" ? mailboxTrials : keyTrials;
    return redirectWithToast(here, trials[await tryKeys(services, provider)]);
  }
  if (by === "mail") {
    if (email === null) return refuse(["testMailNoAddress", 409], fields);
    await sendTestMail(services, { to: email, origin });
    return redirectWithToast(here, "testMailSent");
  }
  const sent = await sendTestCode(services, {
    by: staff.id,
    phone: fields.get("phone") ?? "",
    channel: by,
    domain: new URL(origin).hostname,
  });
  if (sent === "accepted") return redirectWithToast(here, "testCodeSent");
  if (sent === "bad-phone") return refuse(["testCodeBadPhone", 422, "phone"], fields);
  return refuse(sent === "too-often" ? ["keysTooOften", 429] : ["testCodeRefused", 409], fields);
}
