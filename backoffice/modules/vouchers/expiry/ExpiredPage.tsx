import { useMemo } from 'react'

import { expiredListOf } from '#backoffice/modules/vouchers/expiry/expired-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Points that ended with their vouchers, and what of them is billed. */
export function ExpiredPage() {
  const t = useTranslate()
  const euros = useEuros()
  const list = useMemo(() => expiredListOf(t, euros), [t, euros])
  return <ListPage list={list} title="expiredPoints" />
}
