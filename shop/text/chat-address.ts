/** The address that opens a WhatsApp chat. In: a number as displayed; the message filled in, "" for none. */
export function chatAddress(number: string, text = ""): string {
  const to = `https://wa.me/${number.replace(/\D/g, "")}`;
  return text === "" ? to : `${to}?text=${encodeURIComponent(text)}`;
}
