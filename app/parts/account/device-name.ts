const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** "Chrome on Android" from a User-Agent header; enough to recognise a device. */
export function deviceName(userAgent: string | null): string {
  const found = (signs: typeof browsers | typeof systems) =>
    signs.find(([sign]) => userAgent?.includes(sign))?.[1];
  const [browser, system] = [found(browsers), found(systems)];
  if (!browser && !system) return "A device";
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}
