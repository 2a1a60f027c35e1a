export type Lock = { packages: Record<string, { version: string }> }
type Package = { place: string; name: string; version: string; license: string; optional: boolean }
export function packagesOf(lock: Lock): Package[]
export function shippedPackages(lock?: Lock): Package[]
export function isBelow(version: string, bound: string): boolean
export function knownVulnerabilities(lock: Lock, list: unknown): string[]
export function noticesText(): string
export function writeNotices(): void
export const BUILD_TOOLS: readonly string[]
