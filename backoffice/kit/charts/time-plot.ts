import { scaleLinear } from 'd3-scale'
import { area, curveLinear, curveStep, line } from 'd3-shape'

import {
  type Bucket,
  bucketsOf,
  isSparse,
  type ValueKind,
  bucketValue,
} from '#backoffice/kit/charts/time-buckets.ts'
import type { ChartMark, ChartSeries } from '#backoffice/kit/charts/chart-series.ts'
import { isDay } from '#domain/time/zone-days.ts'

const TOP = 12
const AXIS_HEIGHT = 28
const GRID_LINES = 4
const LETTER_WIDTH = 7
const MAX_BAR_WIDTH = 36
const LABEL_WIDTH = 76

export type PlottedSeries = ChartSeries & { points: readonly (number | null)[] }

export type Plot = ReturnType<typeof plotOf>

type PlotInput = {
  at: readonly string[]
  series: readonly ChartSeries[]
  kind: ValueKind
  steps: boolean
  marks: readonly ChartMark[]
  width: number
  height: number
  /** The scale reaches this value at least. */
  upTo: number
  scaleText: (value: number) => string
}

/** The positions of all parts of a chart in pixels. */
export function plotOf(input: PlotInput) {
  const { at, series, kind, steps, marks, width, height, upTo, scaleText } = input
  const buckets = bucketsOf(at.length)
  const plotted: PlottedSeries[] = series.map((item) => ({
    ...item,
    points: buckets.map((bucket) => bucketValue(item.values, bucket, kind)),
  }))
  const main = plotted.find(({ variant = 'main' }) => variant === 'main' || variant === 'bars')
  const isBars = main?.variant === 'bars' || isSparse(main?.points ?? [], kind)
  const highest = Math.max(upTo, 1, ...valuesIn(plotted))
  const lowest = Math.max(0, ...valuesIn(plotted.filter(({ variant }) => variant === 'second')))
  const floor = height - AXIS_HEIGHT
  const y = scaleLinear().domain([-lowest, highest]).range([floor, TOP]).nice(GRID_LINES)
  const lines = y.ticks(GRID_LINES).filter(Number.isInteger)
  const left = LETTER_WIDTH * Math.max(...lines.map((value) => scaleText(value).length)) + 12
  const right = width - 8
  const step = (right - left) / Math.max(1, isBars ? buckets.length : buckets.length - 1)
  const x = (index: number) => left + step * (isBars ? index + 0.5 : index)
  return {
    buckets,
    series: plotted,
    /** The series with a line or bars of their own. */
    drawn: plotted.filter(({ variant }) => variant !== 'low' && variant !== 'high'),
    band: bandOf(plotted),
    isBars,
    /** Whether it is drawn as bars. */
    hasBars: (item: PlottedSeries) => isBars && (item === main || item.variant === 'second'),
    y,
    lines,
    left,
    right,
    floor,
    /** The base line of the bars. */
    zero: y(0),
    top: TOP,
    width,
    height,
    step,
    bar: Math.max(1, Math.min(MAX_BAR_WIDTH, step * 0.7)),
    x,
    /** The point nearest to a position on the chart. */
    nearest: (px: number) =>
      Math.max(
        0,
        Math.min(buckets.length - 1, Math.round((px - left) / step - (isBars ? 0.5 : 0))),
      ),
    labelled: isDay(at[0] ?? '')
      ? labelledDays(buckets.length, right - left)
      : labelledHours(buckets.length, right - left),
    marks: marks.flatMap(({ at: moment, name }) => {
      const index = bucketOf(buckets, at.indexOf(moment))
      return index < 0 ? [] : [{ name, index }]
    }),
    ...shapes({ x, y, floor: y(0), steps }),
  }
}

const valuesIn = (series: readonly PlottedSeries[]) =>
  series.flatMap(({ points }) => points.map((point) => point ?? 0))

const bucketOf = (buckets: readonly Bucket[], day: number) =>
  buckets.findIndex(({ first, last }) => day >= first && day <= last)

/** The points with a label at the axis: the newest, and others at equal distances before it. */
function labelledDays(points: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(points / Math.max(1, Math.floor(width / LABEL_WIDTH))))
  const indexes: number[] = []
  for (let index = points - 1; index >= 0; index -= every) indexes.unshift(index)
  return indexes
}

const HOUR_STEPS = [1, 2, 3, 6, 12]

/** The hours with a label at the axis: from midnight, every one, two, three, six or twelve hours. */
function labelledHours(points: number, width: number): number[] {
  const maxLabels = Math.max(1, Math.floor(width / LABEL_WIDTH))
  const every = HOUR_STEPS.find((step) => points / step <= maxLabels) ?? points
  return Array.from({ length: Math.ceil(points / every) }, (_, index) => index * every)
}

type Band = { low: number; high: number } | null

/** The lowest and highest expected value of each point. */
function bandOf(series: readonly PlottedSeries[]): Band[] {
  const pointsOf = (edge: 'low' | 'high') =>
    series.find(({ variant }) => variant === edge)?.points ?? []
  const highs = pointsOf('high')
  return pointsOf('low').map((low, index) => {
    const high = highs[index] ?? null
    return low === null || high === null ? null : { low, high }
  })
}

type Point = readonly [index: number, value: number | null]

function shapes({
  x,
  y,
  floor,
  steps,
}: {
  x: (index: number) => number
  y: (value: number) => number
  floor: number
  steps: boolean
}) {
  const curve = steps ? curveStep : curveLinear
  const pointsOf = (values: readonly (number | null)[]) =>
    values.map((value, index): Point => [index, value])
  const drawLine = line<Point>()
    .defined(([, value]) => value !== null)
    .x(([index]) => x(index))
    .y(([, value]) => y(value ?? 0))
    .curve(curve)
    .digits(1)
  const drawArea = area<Point>()
    .defined(([, value]) => value !== null)
    .x(([index]) => x(index))
    .y0(floor)
    .y1(([, value]) => y(value ?? 0))
    .curve(curve)
    .digits(1)
  const drawBand = area<readonly [index: number, band: Band]>()
    .defined(([, band]) => band !== null)
    .x(([index]) => x(index))
    .y0(([, band]) => y(band?.low ?? 0))
    .y1(([, band]) => y(band?.high ?? 0))
    .digits(1)
  return {
    bandShape: (bands: readonly Band[]) =>
      drawBand(bands.map((band, index) => [index, band] as const)) ?? '',
    lineOf: (values: readonly (number | null)[]) => drawLine(pointsOf(values)) ?? '',
    areaOf: (values: readonly (number | null)[]) => drawArea(pointsOf(values)) ?? '',
  }
}
