import { posted } from "../ask.server.ts";

/**
 * A browser that keeps its cookies and follows nothing by itself. In: the shop's address. With fields it posts them.
 */
export function cookieJar(address: string) {
  const jar = new Map<string, string>();
  return async (path: string, fields?: Record<string, string>) => {
    const init = fields ? posted(fields) : {};
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(path, address), {
      ...init,
      headers: { ...init.headers, Origin: address, Cookie: cookie },
      redirect: "manual",
    });
    for (const one of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = one.split(";")[0]?.split(/=(.*)/s) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
}
