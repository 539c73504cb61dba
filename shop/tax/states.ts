export type GstState = { code: string; name: string };

/** GST codes of states and union territories, the first two digits of a GSTIN. Names as on a parcel. */
const codes: Record<string, string> = {
  "Jammu and Kashmir": "01",
  "Himachal Pradesh": "02",
  Punjab: "03",
  Chandigarh: "04",
  Uttarakhand: "05",
  Haryana: "06",
  Delhi: "07",
  Rajasthan: "08",
  "Uttar Pradesh": "09",
  Bihar: "10",
  Sikkim: "11",
  "Arunachal Pradesh": "12",
  Nagaland: "13",
  Manipur: "14",
  Mizoram: "15",
  Tripura: "16",
  Meghalaya: "17",
  Assam: "18",
  "West Bengal": "19",
  Jharkhand: "20",
  Odisha: "21",
  Chhattisgarh: "22",
  "Madhya Pradesh": "23",
  Gujarat: "24",
  "Dadra and Nagar Haveli and Daman and Diu": "26",
  Maharashtra: "27",
  Karnataka: "29",
  Goa: "30",
  Lakshadweep: "31",
  Kerala: "32",
  "Tamil Nadu": "33",
  Puducherry: "34",
  "Andaman and Nicobar Islands": "35",
  Telangana: "36",
  "Andhra Pradesh": "37",
  Ladakh: "38",
};

/** Every state and union territory, by name. */
export const gstStates: readonly GstState[] = Object.entries(codes).map(([name, code]) => ({ code, name }));

/** Union territories without a legislature: their half is called UTGST. */
const territories = new Set(["04", "26", "31", "35", "38"]);

/** In: a state's name as on a parcel. Out: null for an unknown name. */
export function stateNamed(name: string): GstState | null {
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  return code ? { code, name } : null;
}

/** The state of a GSTIN: its first two digits. */
export function stateOfGstin(gstin: string): GstState {
  const code = gstin.slice(0, 2);
  return { code, name: stateOfCode(code) };
}

/** The name of a state by its GST code; "Other territory" for any other code. */
export function stateOfCode(code: string): string {
  return Object.entries(codes).find(([, one]) => one === code)?.[0] ?? "Other territory";
}

/** The name of the state's half of the tax: "SGST", or "UTGST" in a union territory. */
export function stateTaxName({ code }: GstState): "SGST" | "UTGST" {
  return territories.has(code) ? "UTGST" : "SGST";
}
