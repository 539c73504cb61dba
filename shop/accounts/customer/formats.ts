/** The formats of India that this shop accepts (docs/domain.md, "Formats"). Pure: the browser checks by them too. */

/** Six digits, the first not 0. Spaces are forgiven. Out: the PIN, or null. */
export function readPin(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, "");
  return /^[1-9][0-9]{5}$/.test(digits) ? digits : null;
}

/** Ten digits from 6 to 9 on, after +91, 91 or 0 and spaces are taken away. Out: "+91XXXXXXXXXX", or null. */
export function readMobile(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, "").replace(/^(\+91|0091|91(?=\d{10}$)|0)/, "");
  return /^[6-9][0-9]{9}$/.test(digits) ? `+91${digits}` : null;
}

/** "98765 43210", as people in India write it. In: as it is kept; what looks otherwise is left as it is. */
export function formatMobile(stored: string): string {
  const found = /^\+91(\d{5})(\d{5})$/.exec(stored);
  return found ? `${found[1]} ${found[2]}` : stored;
}

/** States and union territories, as they are written on a parcel. */
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
