import { z } from "zod";
import type { JobHandler, JobHandlers } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";

const mailId = z.object({ id: z.uuid() });

/** Every kind of work that is done later: the job's name and who does it, one line each. */
const handlers = {
  "send-mail": (services) => (data) => services.mail.send(services.db, mailId.parse(data).id),
} satisfies Record<string, (services: Services) => JobHandler>;

/** The names of all jobs that may be sent. */
export const jobNames: string[] = Object.keys(handlers);

/** In: the ports that the jobs use. Out: job name -> who does it. */
export function jobHandlers(services: Services): JobHandlers {
  return Object.fromEntries(Object.entries(handlers).map(([name, make]) => [name, make(services)]));
}
