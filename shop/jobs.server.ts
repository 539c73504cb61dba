import { z } from "zod";
import type { JobHandlers } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";

const mailId = z.object({ id: z.uuid() });

/** Every kind of work that is done later: the job's name and who does it, one line each. */
export function jobHandlers(services: Services): JobHandlers {
  return {
    "send-mail": async (data) => services.mail.send(services.db, mailId.parse(data).id),
  };
}
