import { lazy, Suspense } from 'react'

import type { TimeChartProps } from '#backoffice/kit/charts/chart-series.ts'

import css from './TimeChart.module.css'

/** Charts are loaded with the first page that shows one. */
const View = lazy(async () => ({
  default: (await import('#backoffice/kit/charts/TimeChartView.tsx')).TimeChartView,
}))

const CHART_HEIGHT = 220

/**
 * Values over time as a line, or as bars where points are few, with a previous period or forecast as dashed lines. The
 * arrow keys move through the points. It depends on no texts of the back office: the employer portal shows it, too.
 */
export function TimeChart({ height = CHART_HEIGHT, ...props }: TimeChartProps) {
  return (
    <Suspense
      fallback={
        <div className={css.pending} style={{ blockSize: `${height}px` }} aria-busy="true" />
      }
    >
      <View height={height} {...props} />
    </Suspense>
  )
}
