let onReach: ((name: string) => void) | undefined;

/**
 * A named place at which a test of faults may end the process ("after-hold", "before-commit" ...). Does nothing
 * until a test arms it. The names stand in docs/operations.md.
 */
export function failPoint(name: string): void {
  onReach?.(name);
}

/** Arms the fail-points of this process, or disarms them without an argument. */
export function armFailPoints(reach?: (name: string) => void): void {
  onReach = reach;
}
