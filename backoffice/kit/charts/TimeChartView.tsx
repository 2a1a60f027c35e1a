import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { saveChartImage } from '#backoffice/kit/charts/chart-image.ts'
import { axisName, bucketName } from '#backoffice/kit/charts/bucket-name.ts'
import type { TimeChartProps } from '#backoffice/kit/charts/chart-series.ts'
import { ChartTable } from '#backoffice/kit/charts/ChartTable.tsx'
import { ChartTooltip } from '#backoffice/kit/charts/ChartTooltip.tsx'
import { type Plot, plotOf } from '#backoffice/kit/charts/time-plot.ts'
import { TimePlot } from '#backoffice/kit/charts/TimePlot.tsx'
import { tagOf } from '#domain/language.ts'

import css from './TimeChart.module.css'

const USUAL_WIDTH = 640
const UNKNOWN_VALUE = '–'

type Props = TimeChartProps & { height: number }

/** The chart itself. See `TimeChart`. */
export function TimeChartView({
  kind = 'sum',
  steps = false,
  marks = [],
  upTo = 0,
  ...props
}: Props) {
  const { title, at, series, language, texts, height, format } = props
  const { frame, width } = useWidth()
  const compact = new Intl.NumberFormat(tagOf(language), { notation: 'compact' })
  const scaleText = props.scaleText ?? ((value: number) => compact.format(value))
  const plot = plotOf({ at, series, kind, steps, marks, width, height, upTo, scaleText })
  const nameAt = (index: number) => bucketName(plot.buckets[index], at, language)
  const tickAt = (index: number) => axisName(plot.buckets[index], at, language)
  const formatOrNone = (value: number | null | undefined) =>
    value === null || value === undefined ? UNKNOWN_VALUE : format(value)
  return (
    <figure className={css.chart} aria-label={title}>
      <ChartLegend plot={plot} />
      <PointReader {...{ title, plot, language, nameAt, format: formatOrNone }}>
        {(active) => <TimePlot {...{ plot, active, scaleText, tickAt }} ref={frame} />}
      </PointReader>
      <div className={css.foot}>
        <ChartTable
          summary={texts.asTable}
          caption={title}
          head={[texts.day, ...series.map(({ name }) => name)]}
          rows={plot.buckets.map(({ first, last }, index) => ({
            key: at[first] ?? '',
            name: nameAt(index),
            to: props.hrefOf?.(at[first] ?? '', at[last] ?? ''),
            values: plot.series.map(({ points }) => formatOrNone(points[index])),
          }))}
        />
        <button
          type="button"
          className={css.save}
          onClick={({ currentTarget }) => saveChartImage(currentTarget, title)}
        >
          {texts.download}
        </button>
      </div>
    </figure>
  )
}

function ChartLegend({ plot }: { plot: Plot }) {
  if (plot.drawn.length < 2) return null
  return (
    <ul className={css.legend} data-chart-legend>
      {plot.drawn.map((series) => (
        <li key={series.key}>
          <i data-variant={series.variant ?? 'main'} data-bar={plot.hasBars(series)} />
          {series.name}
        </li>
      ))}
    </ul>
  )
}

type ReaderProps = {
  title: string
  plot: Plot
  language: TimeChartProps['language']
  nameAt: (index: number) => string
  format: (value: number | null | undefined) => string
  children: (active: number | null) => ReactNode
}

/** A slider over the points: the pointer or the arrow keys choose one, and its values are shown and announced. */
function PointReader({ title, plot, language, nameAt, format, children }: ReaderProps) {
  const [active, setActive] = useState<number | null>(null)
  const last = plot.buckets.length - 1
  const shown = active === null ? null : Math.min(active, last)
  const valueTextOf = (index: number) => {
    const values = plot.drawn.map(({ name, points }) => `${name} ${format(points[index])}`)
    return `${nameAt(index)}: ${values.join(', ')}`
  }
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect()
    setActive(plot.nearest(((clientX - box.left) * plot.width) / Math.max(1, box.width)))
  }
  return (
    <div
      className={css.reader}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown ?? last}
      aria-valuetext={valueTextOf(shown ?? last)}
      onKeyDown={(event) => {
        const index = indexByKey(event, shown ?? last, last)
        if (index === undefined) return
        event.preventDefault()
        setActive(index)
      }}
      onFocus={() => setActive((index) => index ?? last)}
      onBlur={() => setActive(null)}
      onPointerDown={follow}
      onPointerMove={follow}
      // On touch the pointer leaves with each tap. The selected point stays until the focus moves away.
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== 'touch') setActive(null)
      }}
    >
      {children(shown)}
      {shown === null ? null : (
        <ChartTooltip {...{ plot, index: shown, language, name: nameAt(shown), format }} />
      )}
    </div>
  )
}

const WEEK = 7

/** The point that a key selects; null: none; undefined: another key. */
function indexByKey({ key }: KeyboardEvent, index: number, last: number) {
  const indexes: Record<string, number | null> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - WEEK,
    PageUp: index + WEEK,
    Home: 0,
    End: last,
    Escape: null,
  }
  const next = indexes[key]
  return typeof next === 'number' ? Math.max(0, Math.min(last, next)) : next
}

/** The width of an element, so that text in the chart has its normal size. */
function useWidth() {
  const frame = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(USUAL_WIDTH)
  useLayoutEffect(() => {
    const element = frame.current?.parentElement
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth || USUAL_WIDTH)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { frame, width }
}
