import { useMemo } from 'react'

import { SESSION } from '#storefront/storage/browser-storage.ts'
import { parsedSession, type Session } from '#storefront/session/holder-session.ts'
import { useStored } from '#storefront/storage/use-stored.ts'

export function useSession(): Session | null {
  const token = useStored(SESSION.token)
  const info = useStored(SESSION.employeeInfo)
  return useMemo(() => (token === null ? null : parsedSession(info)), [token, info])
}
