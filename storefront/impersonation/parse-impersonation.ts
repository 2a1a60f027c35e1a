import type { Acting } from '#storefront/session/holder-session.ts'

export function parsedActing(text: string | null): Acting | null {
  try {
    return JSON.parse(text ?? 'null') as Acting | null
  } catch {
    return null
  }
}
