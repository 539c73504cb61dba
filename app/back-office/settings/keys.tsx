import { href, Link } from "react-router";
import type { Provider } from "../../../platform/credentials/providers.server.ts";
import { profileOf } from "../../../shop/accounts/customer/profile.server.ts";
import { type ShownKeys, shownKeys } from "../../../shop/settings/provider-keys.server.ts";
import { keyForms, keyProviders } from "../../../shop/settings/provider-keys.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf, userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Field, Select } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { NamedForm, useAnswerTo } from "../parts/named-form.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/keys";
import { answerKeys } from "./answer-keys.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const profile = await profileOf(services, staffOf(context).id);
  const keys = await Promise.all(
    keyProviders.map(async (provider) => ({ provider, keys: await shownKeys(services, provider) })),
  );
  return { keys, hasSecondFactor: profile?.twoFactorEnabled ?? false };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  return answerKeys({ services, staff: staffOf(context), email: userOf(context).email, fields, request });
}

/** What each source of keys is called, and the colour of its badge. */
const sources = {
  environment: { says: "Set by the environment", badge: "ok" },
  stored: { says: "Entered here", badge: "ok" },
  unreadable: { says: "Cannot be read", badge: "bad" },
  none: { says: "Not set up", badge: "" },
};

/** The keys of payment, mail, messages and sign-in, entered by staff. */
export default function Keys({ loaderData: { keys, hasSecondFactor } }: Route.ComponentProps) {
  return (
    <div className="panels">
      <ScreenHead
        title="Keys of providers"
        text="They are stored encrypted, work at once, and are never shown again."
        back={{ to: href("/admin/settings"), label: "Settings" }}
      />
      {!hasSecondFactor && (
        <Notice
          tone="warn"
          title="Set up two-step login first"
          text="Entering keys asks for a code of your authenticator app."
        >
          <Link className="link" to="/profile?tab=security" reloadDocument>
            Profile, Security
          </Link>
        </Notice>
      )}
      {keys.map(({ provider, keys: shown }) => (
        <ProviderPanel
          key={`${provider} ${shown.version}`}
          provider={provider}
          shown={shown}
          mayEnter={hasSecondFactor}
        />
      ))}
    </div>
  );
}

type PanelProps = { provider: Provider; shown: ShownKeys; mayEnter: boolean };

function ProviderPanel({ provider, shown, mayEnter }: PanelProps) {
  const { title, text } = keyForms[provider];
  const { source } = shown;
  const { says, badge } = sources[source];
  return (
    <Panel id={provider} title={title} aside={<span className={`badge ${badge}`}>{says}</span>}>
      <p className="mb-4 max-w-read">{text}</p>
      {source === "environment" && (
        <p className="mb-4 max-w-read">
          The server's environment has these keys. They come before what is entered here, and are changed
          there.
        </p>
      )}
      {source === "unreadable" && (
        <p className="mb-4 max-w-read">
          The shop's AUTH_SECRET has changed since they were entered. Please enter them again.
        </p>
      )}
      {source !== "environment" && mayEnter && <EnterKeys provider={provider} shown={shown} />}
      {(source === "environment" || source === "stored") && <TryKeys provider={provider} />}
    </Panel>
  );
}

const codeField = {
  label: "Code of your authenticator app",
  name: "code",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  maxLength: 10,
} as const;

function EnterKeys({ provider, shown }: Omit<PanelProps, "mayEnter">) {
  const name = `keys-${provider}`;
  const { source, values, storedSecrets, version } = shown;
  const isNew = source !== "stored";
  const wrong = useAnswerTo(name);
  return (
    <details open={wrong !== undefined}>
      <summary className="link">{isNew ? "Enter keys" : "Change keys"}</summary>
      <div className="mt-3">
        <NamedForm name={name} className="office-form keys-form">
          <input type="hidden" name="provider" value={provider} />
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="version" value={version} />
          {keyForms[provider].fields.map(({ name, label, secret, optional, hint, choices }) => {
            if (choices)
              return (
                <Select key={name} name={name} label={label} choices={choices} defaultValue={values[name]} />
              );
            const stays = storedSecrets.includes(name) ? "Stored. Leave it empty to keep it." : undefined;
            return (
              <Field
                key={name}
                name={name}
                label={label}
                optional={optional}
                hint={stays ?? hint}
                type={secret ? "password" : "text"}
                autoComplete={secret ? "new-password" : "off"}
                spellCheck={false}
                maxLength={1_000}
                defaultValue={secret ? undefined : values[name]}
              />
            );
          })}
          <Field {...codeField} />
          <button type="submit" className="btn btn-primary">
            Save keys
          </button>
        </NamedForm>
        {!isNew && (
          <div className="mt-4">
            <Confirm
              id={`remove-${provider}`}
              open="Remove keys"
              title={`Remove the keys of ${keyForms[provider].title}?`}
              text="What needs them stops at once: payments, emails, messages, sign-in or parcels through this provider."
              button="Remove keys"
              fields={{ provider, intent: "remove", version }}
            >
              <Field {...codeField} />
            </Confirm>
          </div>
        )}
      </div>
    </details>
  );
}

function TryKeys({ provider }: { provider: Provider }) {
  const { title, trial } = keyForms[provider];
  return (
    <div className="mt-4">
      <NamedForm name={`try-${provider}`}>
        <input type="hidden" name="provider" value={provider} />
        <input type="hidden" name="intent" value="try" />
        {(trial.by === "sms" || trial.by === "whatsapp") && (
          <Field
            label="Mobile number"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
          />
        )}
        <button type="submit" className="btn btn-secondary" aria-label={`${title}: ${trial.label}`}>
          {trial.label}
        </button>
      </NamedForm>
    </div>
  );
}
