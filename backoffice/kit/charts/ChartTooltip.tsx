import { bucketName } from '#backoffice/kit/charts/bucket-name.ts'
import type { Plot } from '#backoffice/kit/charts/time-plot.ts'
import type { StaffLanguage } from '#domain/language.ts'

import css from './TimeChart.module.css'

type Props = {
  plot: Plot
  /** The index of the point. */
  index: number
  language: StaffLanguage
  name: string
  format: (value: number | null | undefined) => string
}

/** The values of one point, beside it. A series of a previous period shows the day of its value. */
export function ChartTooltip({ plot, index, language, name, format }: Props) {
  const x = plot.x(index)
  return (
    <div
      className={css.tooltip}
      aria-hidden="true"
      data-chart-tooltip
      style={tooltipPosition(plot, x)}
    >
      <b>{name}</b>
      <dl>
        {plot.drawn.map(({ key, name: series, variant = 'main', points, days }) => (
          <div key={key}>
            <dt>
              <i data-variant={variant} />
              {series}
              <OtherDay
                name={name}
                other={days && bucketName(plot.buckets[index], days, language)}
              />
            </dt>
            <dd>{format(points[index])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** In a narrower chart the tooltip is at the opposite edge, so that it does not cover the point. In pixels. */
const WIDE_CHART = 520

function tooltipPosition({ width, left }: Plot, x: number) {
  const isRight = x > width / 2
  if (width < WIDE_CHART)
    return isRight ? { insetInlineStart: `${left}px` } : { insetInlineEnd: '8px' }
  return {
    insetInlineStart: `${(100 * x) / width}%`,
    transform: isRight ? 'translateX(calc(-100% - 12px))' : 'translateX(12px)',
  }
}

/** The day of a previous period. The same hour of another day needs no name. */
const OtherDay = ({ name, other }: { name: string; other: string | undefined }) =>
  other === undefined || other === name ? null : <small>{other}</small>
