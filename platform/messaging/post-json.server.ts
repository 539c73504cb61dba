import { storableValue } from "../text/storable.ts";

/** A visitor waits for the answer, and another channel may be tried after this one. */
const timeoutMs = 5_000;

/**
 * Posts JSON to a provider. Out: the status and the parsed answer (null when it is not JSON), or null when none came
 * within five seconds.
 */
export async function postJson(
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<{ status: number; answer: unknown } | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, storableValue);
  } catch {
    return null;
  }
}
