// Types of the scripts, which are plain JavaScript because they run before anything is installed.
declare module "*/built/precompress.mjs" {
  export function precompress(folder: string): void;
}
declare module "*/chromium.mjs" {
  export const chromiumFlags: string[];
  export function findChromium(which?: { whole?: boolean }): string | undefined;
}
declare module "*/run-sizes.mjs" {
  export const moneyCases: number;
  export const faults: "short" | "long";
  export const faultsReport: string | null;
  export const leftOut: { file: string; why: string }[];
  export const testCluster: { url: string; folder: string } | undefined;
}
declare module "*/server-process.mjs" {
  export const serverArguments: string[];
  export const serverEnvironment: Record<string, string>;
}
declare module "*/arguments.mjs" {
  export const stageNames: string[];
  export function readArguments(words: string[]): { stages?: string[]; files?: string[]; wrong?: string };
}
declare module "*/programs.mjs" {
  export function findProgram(name: string): string | undefined;
  export function whyNot(row: { needs?: string[]; packages?: string }): string | undefined;
}
declare module "*/reliability-page.mjs" {
  type Result = { id: string; figure: string; passed: boolean; seconds: number; measured: string };
  export function writePage(
    path: string,
    results: Result[],
    notRun?: { id: string; why?: string | undefined }[],
  ): void;
}

declare module "*/fault-rows.mjs" {
  export const rows: { id: string; tests: [project: string, file: string, name?: string][] }[];
}
