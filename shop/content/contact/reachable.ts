/** A number that can be called; null when it is not set, or the demo's, which cannot exist in India. */
export function reachablePhone(phone: string | null): string | null {
  return phone !== null && /[1-9]/.test(phone.replace(/^\+91/, "")) ? phone : null;
}

/** An address on a reserved domain (RFC 2606). */
export function isPlaceholderEmail(email: string): boolean {
  return /\.(example|invalid|test)$/.test(email);
}
