import type { Config } from '#server/platform/config/config.ts'

export function publicUrl({ PUBLIC_URL, PORT }: Config) {
  return PUBLIC_URL ?? `http://localhost:${PORT}`
}
