/** A value that a provider needs: the environment variable with the same meaning. */
export const providerVariables = {
  cashfree: ["CASHFREE_APP_ID", "CASHFREE_SECRET_KEY", "CASHFREE_MODE"],
  smtp: ["SMTP_URL", "MAIL_FROM"],
  imap: ["IMAP_URL"],
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  shiprocket: [
    "SHIPROCKET_EMAIL",
    "SHIPROCKET_PASSWORD",
    "SHIPROCKET_PICKUP",
    "SHIPROCKET_PICKUP_PIN",
    "SHIPROCKET_WEBHOOK_KEY",
  ],
  delhivery: ["DELHIVERY_TOKEN", "DELHIVERY_PICKUP", "DELHIVERY_MODE", "DELHIVERY_WEBHOOK_KEY"],
  msg91: ["MSG91_AUTH_KEY", "MSG91_TEMPLATE_ID"],
  whatsapp: [
    "WHATSAPP_TOKEN",
    "WHATSAPP_PHONE_NUMBER_ID",
    "WHATSAPP_TEMPLATE",
    "WHATSAPP_LANGUAGE",
    "WHATSAPP_APP_SECRET",
    "WHATSAPP_VERIFY_TOKEN",
  ],
} as const;

export type Provider = keyof typeof providerVariables;
export const providers: readonly Provider[] = [
  "cashfree",
  "smtp",
  "imap",
  "msg91",
  "whatsapp",
  "google",
  "shiprocket",
  "delhivery",
];

/** Texts by the names of environment variables. */
export type VariableTexts = Readonly<Record<string, string>>;

/** Whether the environment has a provider's credentials: it then wins over what staff entered. */
export function isGivenBy(environment: VariableTexts, provider: Provider): boolean {
  return Boolean(environment[providerVariables[provider][0]]);
}

/** The variables of all providers: what staff entered, below what the environment has. */
export function effectiveVariables(
  environment: VariableTexts,
  stored: ReadonlyMap<Provider, VariableTexts>,
): VariableTexts {
  const entered = [...stored].filter(([provider]) => !isGivenBy(environment, provider));
  return Object.assign({}, ...entered.map(([, texts]) => texts), environment);
}
