import { useEffect, useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import {
  isPaymentMetric,
  PAYMENT_METRIC_TEXTS,
} from '#backoffice/modules/finance/payment-metrics.ts'
import { paymentRowList } from '#backoffice/modules/finance/payment-row-list.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { rateText } from '#backoffice/kit/display/rate-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { addDays, dayAt, DEFAULT_ZONE, isDay } from '#domain/time/zone-days.ts'

/** The payments that a total consists of. Without dates in the address, those of the last 30 days. */
export function PaymentRowsPage({ params }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const [query, change] = useQueryParams()
  const [yesterday] = useState(() => addDays(dayAt(Date.now(), DEFAULT_ZONE), -1))
  const readDay = (name: string, defaultDay: string) => {
    const day = query.get(name) ?? ''
    return isDay(day) ? day : defaultDay
  }
  const from = readDay('from', yesterday)
  const to = readDay('to', from)
  const isUndated = !query.has('from') && !query.has('to')
  useEffect(() => {
    if (isUndated) change({ from: addDays(yesterday, -29), to: yesterday }, { replace: true })
  }, [isUndated, change, yesterday])
  const metric = params['metric'] ?? ''
  const rate = query.get('bp')
  const list = useMemo(() => {
    if (!isPaymentMetric(metric)) return null
    return paymentRowList(metric, {
      t,
      euros,
      days: { from, to },
      rate,
      rateText: (bp) => rateText(Number(bp), language),
    })
  }, [metric, t, euros, language, from, to, rate])
  if (!list || !isPaymentMetric(metric)) return <MissingPage />
  return <ListPage list={list} title={PAYMENT_METRIC_TEXTS[metric]} />
}
