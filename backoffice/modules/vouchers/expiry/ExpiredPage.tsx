import { useMemo } from 'react'

import { expiredPointsList } from '#backoffice/modules/vouchers/expiry/expired-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Points that expired with their vouchers, and the amounts billed for them. */
export function ExpiredPage() {
  const t = useTranslate()
  const euros = useEuros()
  const list = useMemo(() => expiredPointsList(t, euros), [t, euros])
  return <ListPage list={list} title="expiredPoints" />
}
