import JsBarcode from "jsbarcode";
import { z } from "zod";

const encoded = z.object({ encodings: z.tuple([z.object({ data: z.string().regex(/^[01]+$/) })]) });

/** A bar code as its bars: how many modules it is wide, and where each bar begins and how wide it is. */
export type Bars = { width: number; bars: { at: number; width: number }[] };

/** Code 128 (ISO/IEC 15417) of a short text, without the quiet zone of ten modules on either side. */
export function code128(text: string): Bars {
  const drawn = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  const [{ data }] = encoded.parse(drawn).encodings;
  const bars = [...data.matchAll(/1+/g)].map((run) => ({ at: run.index, width: run[0].length }));
  return { width: data.length, bars };
}
