import { useMemo } from 'react'

import { SESSION } from '#storefront/storage/browser-storage.ts'
import { parsedSession, type Session } from '#storefront/session/holder-session.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

export function useSession(): Session | null {
  const held = useStored(SESSION.token)
  const info = useStored(SESSION.employeeInfo)
  return useMemo(() => (held === null ? null : parsedSession(info)), [held, info])
}
