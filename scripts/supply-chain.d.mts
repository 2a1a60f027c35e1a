export type Lock = { packages: Record<string, { version: string }> }
export function packagesOf(
  lock: Lock,
): { place: string; name: string; version: string; license: string; dev: boolean }[]
export function isBelow(version: string, bound: string): boolean
export function knownVulnerabilities(lock: Lock, list: unknown): string[]
export function noticesText(): string
export function writeNotices(): void
