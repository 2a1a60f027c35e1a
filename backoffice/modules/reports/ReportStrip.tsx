import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { metricHref, metricText } from '#backoffice/kit/charts/figure-format.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { SummedMetric } from '#contract/reports/reports.staff.ts'

import css from './ReportsPage.module.css'

/** Metrics side by side. Each opens the list that it was summed from. */
export function ReportStrip({
  sums,
  metrics,
  filter,
}: {
  sums: StaffResponse<'reportMetrics'>['sums']
  metrics: readonly SummedMetric[]
  filter: Readonly<Record<string, string | null>>
}) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  return (
    <ul className={css.strip}>
      {metrics.map((metric) => (
        <li key={metric}>
          <BackofficeLink className={css.figure} to={metricHref(metric, filter)}>
            <span className={css.soft}>{t(`reports.of.${metric}`)}</span>
            <b>{metricText(metric, sums[metric], { language, euros })}</b>
            <span className={css.note}>{t(`reports.note.${metric}`)}</span>
          </BackofficeLink>
        </li>
      ))}
    </ul>
  )
}
