import { useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { type Period, periodIn } from '#backoffice/modules/reports/report-period.ts'
import { metricRowList } from '#backoffice/modules/reports/report-row-list.tsx'
import { useReportSubject } from '#backoffice/modules/reports/use-report-subject.ts'
import { isMetric } from '#backoffice/kit/charts/figure-format.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { MissingPage } from '#backoffice/kit/page/MissingPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'
import { dayAt } from '#domain/time/zone-days.ts'

/** The rows that one metric was summed from. */
export function ReportRowsPage({ params }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const [query] = useQueryParams()
  const zone = useTimeZone(query.get('channel'))
  const [now] = useState(() => Date.now())
  const { from, to } = periodIn(query, dayAt(now, zone))
  const metric = params['metric'] ?? ''
  const subject = useReportSubject()
  const list = useMemo(
    () =>
      isMetric(metric)
        ? metricRowList(metric, { t, language, euros, period: { from, to }, subject })
        : null,
    [metric, t, language, euros, from, to, subject],
  )
  if (!list || !isMetric(metric)) return <MissingPage />
  const parent = {
    to: `/backoffice/reports?${new URLSearchParams({ from, to })}`,
    label: t('reports.title'),
  }
  return (
    <ListPage
      list={list}
      title={`reports.of.${metric}`}
      {...(subject
        ? { subject: subject.kind === 'batch' ? `${t('batch')} ${subject.id}` : subject.name }
        : {})}
      parent={parent}
      facts={daysText({ from, to }, language)}
    />
  )
}

/** '31 Oct – 29 Nov 2026' */
const daysText = ({ from, to }: Period, language: string) =>
  new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T12:00:00Z`),
    new Date(`${to}T12:00:00Z`),
  )
