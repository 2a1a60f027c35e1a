import { useId } from 'react'

import { hourText } from '#backoffice/kit/charts/figure-format.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './charts.module.css'

const BAR = 20
const HIGH = 120
const FLOOR = 96
const TALL = 76

/** Orders per hour as bars. Only the highest bar shows its number. */
export function HourPlot({ hours }: { hours: readonly number[] }) {
  const t = useTranslate()
  const id = useId()
  const most = Math.max(1, ...hours)
  const fullest = hours.indexOf(Math.max(...hours))
  return (
    <svg
      className={classNames(css.plot, css.little)}
      viewBox={`0 0 ${BAR * hours.length} ${HIGH}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{t('reports.byHour')}</title>
      <desc id={`${id}-desc`}>
        {t('reports.fullestHour', { hour: hourText(fullest), count: hours[fullest] ?? 0 })}
      </desc>
      {hours.map((orders, hour) => {
        const tall = orders === 0 ? 1 : Math.max(2, (TALL * orders) / most)
        return (
          <rect
            key={hourText(hour)}
            className={hour === fullest ? css.fullest : undefined}
            x={hour * BAR + 2}
            y={FLOOR - tall}
            width={BAR - 4}
            height={tall}
            rx={2}
          />
        )
      })}
      {hours[fullest] ? (
        <text
          className={css.label}
          x={fullest * BAR + BAR / 2}
          y={FLOOR - TALL - 6}
          textAnchor="middle"
        >
          {hours[fullest]}
        </text>
      ) : null}
      {[0, 6, 12, 18, 23].map((hour) => (
        <text key={hour} x={hour * BAR + BAR / 2} y={HIGH - 6} textAnchor="middle">
          {hour}
        </text>
      ))}
    </svg>
  )
}
