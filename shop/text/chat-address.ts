/** The address that opens a WhatsApp chat. In: a number as displayed; the message filled in, "" for none. */
export function chatAddress(number: string, text = ""): string {
  const to = `https://wa.me/${number.replace(/\D/g, "")}`;
  return text === "" ? to : `${to}?text=${encodeURIComponent(text)}`;
}

/**
 * Reads a number for a chat. In: an Indian mobile number as typed, or any number with + and its country code, without
 * which the chat is a stranger's. Out: the number as displayed, "+91 98290 12345"; null for anything else.
 */
export function readChatNumber(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, "");
  const indian = /^(?:\+91|91|0)?([6-9]\d{4})(\d{5})$/.exec(digits);
  if (indian) return `+91 ${indian[1]} ${indian[2]}`;
  return /^\+[1-9]\d{7,14}$/.test(digits) ? typed : null;
}
