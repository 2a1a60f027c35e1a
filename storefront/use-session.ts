import { useMemo } from 'react'

import { SESSION } from '#storefront/browser-storage.ts'
import { parsedSession, type Session } from '#storefront/holder-session.ts'
import { useStored } from '#storefront/use-stored.ts'

export function useSession(): Session | null {
  const held = useStored(SESSION.token)
  const info = useStored(SESSION.employeeInfo)
  return useMemo(() => (held === null ? null : parsedSession(info)), [held, info])
}
