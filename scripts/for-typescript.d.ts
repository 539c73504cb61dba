// What TypeScript files use of the scripts, which are plain JavaScript because they run before anything is installed.
declare module "*/precompress.mjs" {
  export function precompress(folder: string): void;
}
declare module "*/chromium.mjs" {
  export const chromiumFlags: string[];
  export function findChromium(): string | undefined;
}
declare module "*/money-cases.mjs" {
  export const moneyCases: number;
}
