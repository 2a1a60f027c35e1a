import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { metricHref, metricText } from '#backoffice/kit/charts/figure-format.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { SummedMetric } from '#contract/reports/reports.staff.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ReportsPage.module.css'

/** Each line with its sign. They add up to `left`, and `blocked` is a part of that. */
const LINES: readonly (readonly [sign: '' | '+' | '−' | '=', SummedMetric])[] = [
  ['', 'before'],
  ['+', 'granted'],
  ['+', 'points-back'],
  ['−', 'spent'],
  ['−', 'ended'],
  ['=', 'left'],
  ['', 'blocked'],
]

/** A period's points by source and use. The sum equals the remaining points. */
export function PointsStatement({
  sums,
  filter,
}: {
  sums: StaffResponse<'reportMetrics'>['sums']
  filter: Readonly<Record<string, string | null>>
}) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  return (
    <Card title={t('reports.account')}>
      <ul className={css.account}>
        {LINES.map(([sign, metric]) => (
          <li
            key={metric}
            className={classNames(sign === '=' && css.total, metric === 'blocked' && css.ofThese)}
          >
            <BackofficeLink to={metricHref(metric, filter)}>
              <span className={css.sign}>{sign}</span>
              <span className={css.name}>{t(`reports.of.${metric}`)}</span>
              <b className={css.number}>{metricText(metric, sums[metric], { language, euros })}</b>
              <span className={css.note}>{t(`reports.note.${metric}`)}</span>
            </BackofficeLink>
          </li>
        ))}
      </ul>
      <p className={css.soft}>{t('reports.accountHelp')}</p>
    </Card>
  )
}
