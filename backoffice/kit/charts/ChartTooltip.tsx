import { bucketName } from '#backoffice/kit/charts/bucket-name.ts'
import type { Plot } from '#backoffice/kit/charts/time-plot.ts'
import type { StaffLanguage } from '#domain/language.ts'

import css from './TimeChart.module.css'

type Props = {
  plot: Plot
  place: number
  language: StaffLanguage
  name: string
  written: (value: number | null | undefined) => string
}

/** The values of one point, beside it. A value of a previous period has its own day. */
export function ChartTooltip({ plot, place, language, name, written }: Props) {
  const x = plot.x(place)
  return (
    <div
      className={css.tooltip}
      aria-hidden="true"
      data-chart-tooltip
      style={tooltipPlace(plot, x)}
    >
      <b>{name}</b>
      <dl>
        {plot.series.map(({ key, name: series, look = 'main', points, days }) => (
          <div key={key}>
            <dt>
              <i data-look={look} />
              {series}
              <OtherDay
                name={name}
                other={days && bucketName(plot.buckets[place], days, language)}
              />
            </dt>
            <dd>{written(points[place])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** In a narrower chart the tooltip is at the far edge, so that it does not cover the point. */
const WIDE = 520

function tooltipPlace({ width, left }: Plot, x: number) {
  const isRight = x > width / 2
  if (width < WIDE) return isRight ? { insetInlineStart: `${left}px` } : { insetInlineEnd: '8px' }
  return {
    insetInlineStart: `${(100 * x) / width}%`,
    transform: isRight ? 'translateX(calc(-100% - 12px))' : 'translateX(12px)',
  }
}

/** The day of a previous period. The same hour of another day needs no name. */
const OtherDay = ({ name, other }: { name: string; other: string | undefined }) =>
  other === undefined || other === name ? null : <small>{other}</small>
