/** The placeholder number of a new installation, which cannot exist in India. */
export function isPlaceholderPhone(phone: string): boolean {
  return !/[1-9]/.test(phone.replace(/^\+91/, ""));
}

/** An address on a reserved domain (RFC 2606). */
export function isPlaceholderEmail(email: string): boolean {
  return /\.(example|invalid|test)$/.test(email);
}
