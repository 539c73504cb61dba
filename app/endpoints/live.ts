import { viewerOf } from "../http/guards.server.ts";
import { clientOf } from "../http/session/caller.server.ts";
import { invalidateSettingsOnChange } from "../http/settings-cache.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/live";
import { acquireConnection } from "./live/connection-limit.server.ts";
import { missedEvents } from "./live/recent-events.server.ts";
import { isSessionValid } from "./live/session-check.server.ts";
import { eventStream } from "./live/stream.server.ts";
import { allowedTopics } from "./live/topics.ts";

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Content-Type-Options": "nosniff",
  // Keeps reverse proxies from buffering the stream.
  "X-Accel-Buffering": "no",
};

/** Server-sent events: notifies open screens of changes; they then revalidate (app/http/live/use-live-updates.ts). */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = viewerOf(context);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.getAll("topic");
  if (asked.length === 0) return refuse(400, "Say what to listen to: ?topic=products");
  const wanted = allowedTopics(asked, viewer);
  if (wanted.length === 0) return refuse(403, "There is nothing here that you may listen to.");
  if (request.method === "HEAD") return new Response(null, { headers });
  const leavePlace = acquireConnection(clientOf(request), viewer.kind === "customer" ? viewer.id : null);
  if (!leavePlace) return refuse(429, "Too many screens listen at once.");
  invalidateSettingsOnChange(services);
  // The viewer may not subscribe to every requested topic: the page was rendered for other rights, so it is reread.
  const less = wanted.length < new Set(asked).size;
  const stream = eventStream({
    live: services.live,
    wanted,
    missed: missedEvents(services.live, wanted, readAge(searchParams.get("age"))) || less,
    userId: viewer.kind === "customer" ? viewer.id : null,
    isSessionValid: async () =>
      viewer.kind === "guest" ||
      isSessionValid(services.db, {
        ...viewer,
        role: viewer.role.key,
        secondFactor: viewer.role.secondFactor,
      }),
    gone: request.signal,
    onEnd: leavePlace,
  });
  return new Response(stream, { headers });
}

/** "?age=2300": the page was read 2300 ms ago; null when absent or invalid. */
function readAge(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
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
