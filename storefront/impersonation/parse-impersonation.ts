import type { Impersonation } from '#storefront/session/holder-session.ts'

export function parseImpersonation(text: string | null): Impersonation | null {
  try {
    return JSON.parse(text ?? 'null') as Impersonation | null
  } catch {
    return null
  }
}
