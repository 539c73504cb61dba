import { z } from "zod";

/** The JSON of prom-client, which its AggregatorRegistry adds up. */
const figures = z.array(z.custom<object>((value) => typeof value === "object" && value !== null));
export type Figures = z.infer<typeof figures>;

/** From the primary to a worker. */
export const toWorker = z.discriminatedUnion("type", [
  /** Run the jobs. */
  z.object({ type: z.literal("work") }),
  /** Another process takes over; finish and exit. */
  z.object({ type: z.literal("retire") }),
  /** Send your metrics. */
  z.object({ type: z.literal("measure"), id: z.number() }),
  /** The requested metrics of all workers. */
  z.object({ type: z.literal("measured-all"), id: z.number(), all: z.array(figures) }),
]);
export type ToWorker = z.infer<typeof toWorker>;

/** From a worker to the primary. */
export const toPrimary = z.discriminatedUnion("type", [
  /** It answers requests; the message to print when all do. */
  z.object({ type: z.literal("ready"), greeting: z.string() }),
  /** Requests the metrics of all workers. */
  z.object({ type: z.literal("measure-all"), id: z.number() }),
  z.object({ type: z.literal("measured"), id: z.number(), figures }),
]);
export type ToPrimary = z.infer<typeof toPrimary>;
