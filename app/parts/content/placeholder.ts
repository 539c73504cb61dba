/** A number that no phone in India can have: the shop still shows what it was delivered with. */
export function isPlaceholderPhone(phone: string): boolean {
  return !/[1-9]/.test(phone.replace(/^\+91/, ""));
}

/** An address on a domain that can never exist (RFC 2606). */
export function isPlaceholderEmail(email: string): boolean {
  return /\.(example|invalid|test)$/.test(email);
}
