/**
 * A form with files as a browser of this shop sends it. As bytes: undici throws when the reader of a streamed form
 * stops early.
 */
export async function formRequest(
  form: FormData,
): Promise<{ method: string; body: ArrayBuffer; headers: Record<string, string> }> {
  const whole = new Response(form);
  const headers = { Origin: "http://shop.test", Host: "shop.test" };
  return {
    method: "POST",
    body: await whole.arrayBuffer(),
    headers: { ...headers, "Content-Type": whole.headers.get("Content-Type") ?? "" },
  };
}
