import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { formFields } from "../../app/http/forms/form.server.ts";
import { originOf } from "../../app/http/origin.server.ts";
import { servicesContext } from "../../app/services-context.ts";
import type { Services } from "../../platform/services.server.ts";
import { localGoogle } from "../google.server.ts";

/** The server-to-server calls of the Google stand-in. Not available in live mode. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { google, site } = standIn(context.get(servicesContext));
  const answers = new Map<string, () => object | null | Promise<object | null>>(
    Object.entries({
      ".well-known/openid-configuration": () => google.discovery(originOf(site, request)),
      jwks: () => google.jwks(),
      userinfo: () => google.userinfo(request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? ""),
    }),
  );
  const found = await answers.get(params["*"] ?? "")?.();
  return found ? Response.json(found) : new Response("Not found", { status: 404 });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { google, site } = standIn(context.get(servicesContext));
  if (params["*"] !== "token") return new Response("Not found", { status: 404 });
  const fields = Object.fromEntries(await formFields({ request, context }));
  const tokens = await google.exchange(originOf(site, request), fields);
  return tokens ? Response.json(tokens) : Response.json({ error: "invalid_grant" }, { status: 400 });
}

function standIn({ identity, site, db, clock }: Services) {
  if (!identity.googleStaysHere()) throw new Response("Not found", { status: 404 });
  return { google: localGoogle({ db, clock }), site };
}
