import { useMemo } from 'react'

import { expiredListOf } from '#backoffice/expired/expired-list.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** Points that ended with their vouchers, and what of them is billed. */
export function ExpiredPage() {
  const say = useSay()
  const euros = useEuros()
  const list = useMemo(() => expiredListOf(say, euros), [say, euros])
  return <DeskList list={list} title="expiredPoints" />
}
