export function projectsOf(changed: readonly string[]): string[]
export function testsFor(
  changed: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): string[]
export function changedSince(commit: string): string[]
export function affectedBy(changed: readonly string[]): string[]
