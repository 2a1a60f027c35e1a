import { useMemo } from 'react'

import { expiredListOf } from '#backoffice/modules/vouchers/expiry/expired-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'

/** Points that ended with their vouchers, and what of them is billed. */
export function ExpiredPage() {
  const say = useSay()
  const euros = useEuros()
  const list = useMemo(() => expiredListOf(say, euros), [say, euros])
  return <ListPage list={list} title="expiredPoints" />
}
