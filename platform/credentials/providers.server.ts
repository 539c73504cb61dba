import { type Provider, variablesOfProvider } from "../environment.server.mjs";

export type { Provider } from "../environment.server.mjs";

/** Texts by the names of environment variables. */
export type VariableTexts = Readonly<Record<string, string>>;

/** Whether the environment has a provider's credentials: it then wins over what staff entered. */
export function isGivenBy(environment: VariableTexts, provider: Provider): boolean {
  const [first = ""] = variablesOfProvider(provider);
  return Boolean(environment[first]);
}

/** The variables of all providers: what staff entered, below what the environment has. */
export function effectiveVariables(
  environment: VariableTexts,
  stored: ReadonlyMap<Provider, VariableTexts>,
): VariableTexts {
  const entered = [...stored].filter(([provider]) => !isGivenBy(environment, provider));
  return Object.assign({}, ...entered.map(([, texts]) => texts), environment);
}
