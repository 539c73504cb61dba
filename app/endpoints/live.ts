import type { Live } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { sessionStands } from "../../shop/accounts/session-stands.server.ts";
import { forgetSettings } from "../../shop/settings/settings.server.ts";
import { servicesContext } from "../services-context.ts";
import { viewerOf } from "../web/guards.server.ts";
import { clientOf } from "../web/people/caller.server.ts";
import type { Route } from "./+types/live";
import { takePlace } from "./live/places.server.ts";
import { newsStream } from "./live/stream.server.ts";
import { wantedTopics } from "./live/topics.ts";

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  // A proxy in front must not collect the news before it passes them on.
  "X-Accel-Buffering": "no",
};

/** Tells open screens that something changed; they then ask their loaders again (app/web/use-live.ts). */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const asked = new URL(request.url).searchParams.getAll("topic");
  if (asked.length === 0) return refuse(400, "Say what to listen to: ?topic=products");
  const wanted = wantedTopics(asked, viewer);
  if (wanted.length === 0) return refuse(403, "There is nothing here that you may listen to.");
  if (request.method === "HEAD") return new Response(null, { headers });
  const leavePlace = takePlace(clientOf(request), viewer.kind === "user" ? viewer.id : null);
  if (!leavePlace) return refuse(429, "Too many screens listen at once.");
  keepSettingsFresh(services);
  const stream = newsStream({
    live: services.live,
    wanted,
    userId: viewer.kind === "user" ? viewer.id : null,
    stands: async () => viewer.kind === "guest" || sessionStands(services, viewer),
    gone: request.signal,
    onEnd: leavePlace,
  });
  return new Response(stream, { headers });
}

function refuse(status: 400 | 403 | 429, words: string) {
  return new Response(words, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 429 && { "Retry-After": "10" }),
    },
  });
}

const listening = new WeakSet<Live>();

/**
 * Before the first screen is told that the settings changed, this process forgets what it kept of them. Done here and
 * not where the services are wired: the settings are kept by the module in this bundle.
 */
function keepSettingsFresh({ live, db }: Pick<Services, "live" | "db">) {
  if (listening.has(live)) return;
  listening.add(live);
  live.subscribe("settings", () => forgetSettings({ db }));
}
