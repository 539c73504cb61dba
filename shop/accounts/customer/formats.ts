/**
 * The Indian formats that the shop accepts (docs/domain.md, "Formats"). Pure, so that the browser uses them too.
 */

/** Parses a PIN code: six digits, the first not 0; spaces are ignored. Out: the PIN, or null. */
export function readPin(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^[1-9][0-9]{5}$/.test(digits) ? digits : null;
}

/**
 * Parses a mobile number: ten digits, the first from 6 to 9, after +91, 91, 0 and spaces are removed. Out:
 * "+91XXXXXXXXXX", or null.
 */
export function readMobile(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, "").replace(/^(\+91|0091|91(?=\d{10}$)|0)/, "");
  return /^[6-9][0-9]{9}$/.test(digits) ? `+91${digits}` : null;
}

/** What a search looks for in stored numbers: the digits, without +91 and 0 before a number of ten. */
export function searchedDigits(typed: string): string {
  return typed.replace(/\D/g, "").replace(/^(?:0?91|0)(?=\d{10}$)/, "");
}

/** "98765 43210". In: a stored number; other texts are returned unchanged. */
export function formatMobile(stored: string): string {
  const found = /^\+91(\d{5})(\d{5})$/.exec(stored);
  return found ? `${found[1]} ${found[2]}` : stored;
}

/** States and union territories, as written on a parcel. */
export const states = [
  "Andaman and Nicobar Islands",
  "Andhra Pradesh",
  "Arunachal Pradesh",
  "Assam",
  "Bihar",
  "Chandigarh",
  "Chhattisgarh",
  "Dadra and Nagar Haveli and Daman and Diu",
  "Delhi",
  "Goa",
  "Gujarat",
  "Haryana",
  "Himachal Pradesh",
  "Jammu and Kashmir",
  "Jharkhand",
  "Karnataka",
  "Kerala",
  "Ladakh",
  "Lakshadweep",
  "Madhya Pradesh",
  "Maharashtra",
  "Manipur",
  "Meghalaya",
  "Mizoram",
  "Nagaland",
  "Odisha",
  "Puducherry",
  "Punjab",
  "Rajasthan",
  "Sikkim",
  "Tamil Nadu",
  "Telangana",
  "Tripura",
  "Uttar Pradesh",
  "Uttarakhand",
  "West Bengal",
];
