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
const AXIS = 28
const LINES = 4
const LETTER = 7
const WIDEST_BAR = 36
const TICK_EVERY = 76

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
  const plotted: PlottedSeries[] = series.map((one) => ({
    ...one,
    points: buckets.map((bucket) => bucketValue(one.values, bucket, kind)),
  }))
  const main = plotted.find(({ look = 'main' }) => look === 'main' || look === 'bars')
  const isBars = main?.look === 'bars' || isSparse(main?.points ?? [], kind)
  const highest = Math.max(
    upTo,
    1,
    ...plotted.flatMap(({ points }) => points.map((point) => point ?? 0)),
  )
  const lowest = Math.max(
    0,
    ...plotted.flatMap(({ look, points }) =>
      look === 'second' ? points.map((point) => point ?? 0) : [],
    ),
  )
  const floor = height - AXIS
  const y = scaleLinear().domain([-lowest, highest]).range([floor, TOP]).nice(LINES)
  const lines = y.ticks(LINES).filter(Number.isInteger)
  const left = LETTER * Math.max(...lines.map((value) => scaleText(value).length)) + 12
  const right = width - 8
  const step = (right - left) / Math.max(1, isBars ? buckets.length : buckets.length - 1)
  const x = (place: number) => left + step * (isBars ? place + 0.5 : place)
  return {
    buckets,
    series: plotted,
    /** The series with a line or bars of their own. */
    drawn: plotted.filter(({ look }) => look !== 'low' && look !== 'high'),
    band: bandOf(plotted),
    isBars,
    /** Whether it is drawn as bars. */
    isFor: (one: PlottedSeries) => isBars && (one === main || one.look === 'second'),
    y,
    lines,
    left,
    right,
    floor,
    /** Where bars begin. */
    zero: y(0),
    top: TOP,
    width,
    height,
    step,
    bar: Math.max(1, Math.min(WIDEST_BAR, step * 0.7)),
    x,
    /** The point nearest to a position on the chart. */
    nearest: (px: number) =>
      Math.max(
        0,
        Math.min(buckets.length - 1, Math.round((px - left) / step - (isBars ? 0.5 : 0))),
      ),
    named: isDay(at[0] ?? '')
      ? namedPlaces(buckets.length, right - left)
      : namedHours(buckets.length, right - left),
    marks: marks.flatMap(({ at: moment, name }) => {
      const place = placeOf(buckets, at.indexOf(moment))
      return place < 0 ? [] : [{ name, place }]
    }),
    ...shapes({ x, y, floor: y(0), steps }),
  }
}

const placeOf = (buckets: readonly Bucket[], day: number) =>
  buckets.findIndex(({ first, last }) => day >= first && day <= last)

/** The points with a name at the axis: the newest, and others at equal distances before it. */
function namedPlaces(points: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(points / Math.max(1, Math.floor(width / TICK_EVERY))))
  const places: number[] = []
  for (let place = points - 1; place >= 0; place -= every) places.unshift(place)
  return places
}

const HOUR_STEPS = [1, 2, 3, 6, 12]

/** Hours of a day, from midnight at round distances. */
function namedHours(points: number, width: number): number[] {
  const most = Math.max(1, Math.floor(width / TICK_EVERY))
  const every = HOUR_STEPS.find((step) => points / step <= most) ?? points
  return Array.from({ length: Math.ceil(points / every) }, (_, at) => at * every)
}

type Band = { low: number; high: number } | null

/** The lowest and highest expected value of each point. */
function bandOf(series: readonly PlottedSeries[]): Band[] {
  const pointsOf = (edge: 'low' | 'high') => series.find(({ look }) => look === edge)?.points ?? []
  const highs = pointsOf('high')
  return pointsOf('low').map((low, place) => {
    const high = highs[place] ?? null
    return low === null || high === null ? null : { low, high }
  })
}

type Point = readonly [place: number, value: number | null]

function shapes({
  x,
  y,
  floor,
  steps,
}: {
  x: (place: number) => number
  y: (value: number) => number
  floor: number
  steps: boolean
}) {
  const curve = steps ? curveStep : curveLinear
  const pointsOf = (values: readonly (number | null)[]) =>
    values.map((value, place): Point => [place, value])
  const drawLine = line<Point>()
    .defined(([, value]) => value !== null)
    .x(([place]) => x(place))
    .y(([, value]) => y(value ?? 0))
    .curve(curve)
    .digits(1)
  const drawArea = area<Point>()
    .defined(([, value]) => value !== null)
    .x(([place]) => x(place))
    .y0(floor)
    .y1(([, value]) => y(value ?? 0))
    .curve(curve)
    .digits(1)
  const drawBand = area<readonly [place: number, band: Band]>()
    .defined(([, band]) => band !== null)
    .x(([place]) => x(place))
    .y0(([, band]) => y(band?.low ?? 0))
    .y1(([, band]) => y(band?.high ?? 0))
    .digits(1)
  return {
    bandShape: (bands: readonly Band[]) =>
      drawBand(bands.map((band, place) => [place, band] as const)) ?? '',
    lineOf: (values: readonly (number | null)[]) => drawLine(pointsOf(values)) ?? '',
    areaOf: (values: readonly (number | null)[]) => drawArea(pointsOf(values)) ?? '',
  }
}
