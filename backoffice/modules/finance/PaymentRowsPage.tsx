import { useEffect, useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import {
  isPaymentMetric,
  PAYMENT_METRIC_TEXTS,
} from '#backoffice/modules/finance/payment-figures.ts'
import { moneyRowList } from '#backoffice/modules/finance/payment-row-list.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { addDays, dayAt, DEFAULT_ZONE, isDay } from '#domain/time/zone-days.ts'

/** The rows that one sum of the money was made of. Without days in the address, those of the last 30. */
export function PaymentRowsPage({ params }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const [query, change] = useQueryParams()
  const [yesterday] = useState(() => addDays(dayAt(Date.now(), DEFAULT_ZONE), -1))
  const dayIn = (name: string, usual: string) => {
    const day = query.get(name) ?? ''
    return isDay(day) ? day : usual
  }
  const from = dayIn('from', yesterday)
  const to = dayIn('to', from)
  const isUndated = !query.has('from') && !query.has('to')
  useEffect(() => {
    if (isUndated) change({ from: addDays(yesterday, -29), to: yesterday }, { replace: true })
  }, [isUndated, change, yesterday])
  const of = params['metric'] ?? ''
  const rate = query.get('bp')
  const list = useMemo(() => {
    if (!isPaymentMetric(of)) return null
    return moneyRowList(of, {
      t,
      euros,
      days: { from, to },
      rate,
      rateText: (bp) => rateText(Number(bp), language),
    })
  }, [of, t, euros, language, from, to, rate])
  if (!list || !isPaymentMetric(of)) return <MissingPage />
  return <ListPage list={list} title={PAYMENT_METRIC_TEXTS[of]} />
}
