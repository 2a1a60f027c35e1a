import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { metricHref, metricText } from '#backoffice/kit/charts/figure-format.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { SummedMetric } from '#contract/reports/reports.staff.ts'

import css from './ReportsPage.module.css'

/** Numbers in a row; each opens the list that it was summed from. */
export function ReportStrip({
  sums,
  figures,
  filter,
}: {
  sums: StaffResponse<'reportMetrics'>['sums']
  figures: readonly SummedMetric[]
  filter: Readonly<Record<string, string | null>>
}) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  return (
    <ul className={css.strip}>
      {figures.map((figure) => (
        <li key={figure}>
          <BackofficeLink className={css.figure} to={metricHref(figure, filter)}>
            <span className={css.soft}>{t(`reports.of.${figure}`)}</span>
            <b>{metricText(figure, sums[figure], { language, euros })}</b>
            <span className={css.note}>{t(`reports.note.${figure}`)}</span>
          </BackofficeLink>
        </li>
      ))}
    </ul>
  )
}
