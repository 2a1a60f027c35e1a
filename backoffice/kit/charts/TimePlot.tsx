import type { Ref } from 'react'

import type { Plot, PlottedSeries } from '#backoffice/kit/charts/time-plot.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './TimeChart.module.css'

type Props = {
  plot: Plot
  active: number | null
  scaleText: (value: number) => string
  tickAt: (index: number) => string
  ref: Ref<SVGSVGElement>
}

/** The drawing. Its values are announced by the slider around it, and listed in the table below. */
export function TimePlot({ plot, active, scaleText, tickAt, ref }: Props) {
  const { width, height, left, right, floor, lines, y, x, labelled } = plot
  return (
    <svg
      ref={ref}
      className={css.plot}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-chart={plot.isBars ? 'bars' : 'lines'}
    >
      {lines.map((value) => (
        <g key={value}>
          <line className={css.grid} x1={left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={left - 8} y={y(value) + 4} textAnchor="end">
            {scaleText(value)}
          </text>
        </g>
      ))}
      {labelled.map((index) => (
        <text key={index} y={height - 8} {...axisLabelPosition(plot, index)}>
          {tickAt(index)}
        </text>
      ))}
      {active === null ? null : (
        <line className={css.cursor} x1={x(active)} x2={x(active)} y1={plot.top} y2={floor} />
      )}
      {plot.band.length > 0 ? (
        <path className={css.band} data-band d={plot.bandShape(plot.band)} />
      ) : null}
      {plot.drawn.map((series) =>
        plot.hasBars(series) ? (
          <Bars key={series.key} {...{ series, plot, active }} />
        ) : (
          <Line key={series.key} {...{ series, plot, active }} />
        ),
      )}
      {plot.marks.map(({ name, index }) => (
        <Mark key={name} {...{ name, plot }} at={x(index)} />
      ))}
    </svg>
  )
}

const MARK_NAME_WIDTH = 100
const AXIS_LABEL_WIDTH = 60

/** A vertical line with its name on the side that has room. */
function Mark({ name, at, plot: { left, top, floor } }: { name: string; at: number; plot: Plot }) {
  const isLeft = at < left + MARK_NAME_WIDTH
  return (
    <g>
      <line className={css.mark} x1={at} x2={at} y1={top} y2={floor} />
      <text
        className={css.markName}
        x={at + (isLeft ? 6 : -6)}
        y={top + 8}
        textAnchor={isLeft ? 'start' : 'end'}
      >
        {name}
      </text>
    </g>
  )
}

type SeriesProps = { series: PlottedSeries; plot: Plot; active: number | null }

function Bars({ series, plot: { x, y, bar, zero }, active }: SeriesProps) {
  const variant = series.variant ?? 'main'
  const isBelow = variant === 'second'
  return series.points.map((value, index) => {
    const barHeight = value === null || value === 0 ? 0 : Math.max(2, zero - y(value))
    return (
      <rect
        key={x(index)}
        className={classNames(css.bar, index === active && css.active)}
        data-variant={variant}
        x={x(index) - bar / 2}
        y={isBelow ? zero : zero - barHeight}
        width={bar}
        height={barHeight}
        rx={Math.min(3, bar / 3)}
      />
    )
  })
}

function Line({ series, plot: { x, y, lineOf, areaOf }, active }: SeriesProps) {
  const variant = series.variant ?? 'main'
  const value = active === null ? null : (series.points[active] ?? null)
  return (
    <>
      {variant === 'main' ? <path className={css.area} d={areaOf(series.points)} /> : null}
      <path className={css.line} data-variant={variant} d={lineOf(series.points)} />
      {active === null || value === null ? null : (
        <circle className={css.dot} data-variant={variant} cx={x(active)} cy={y(value)} r={4} />
      )}
    </>
  )
}

/** The position of a label at the axis: the first and the last stay within the chart. */
function axisLabelPosition({ buckets, x, left, right }: Plot, index: number) {
  const half = AXIS_LABEL_WIDTH / 2
  const at = x(index)
  if (index === buckets.length - 1 && at + half > right)
    return { x: right, textAnchor: 'end' } as const
  return at - half < left
    ? ({ x: left, textAnchor: 'start' } as const)
    : ({ x: at, textAnchor: 'middle' } as const)
}
