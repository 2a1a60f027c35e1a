import type { ValueKind } from '#backoffice/kit/charts/time-buckets.ts'
import type { StaffLanguage } from '#domain/language.ts'

export type ChartSeries = {
  key: string
  name: string
  /**
   * 'main' has the filled line, or bars where points are few. 'bars' is the main one with a bar for each point.
   * 'second' has bars below zero. 'previous' and 'forecast' are dashed. The area between 'low' and 'high' is filled.
   */
  variant?: 'main' | 'bars' | 'second' | 'previous' | 'forecast' | 'low' | 'high'
  /** A value for each day of the chart; null: unknown, for example a day to come. */
  values: readonly (number | null)[]
  /** The days of the values where they differ from those of the chart, as in a previous period. */
  days?: readonly string[]
}

/** A vertical line, for example at the last day of a voucher. */
export type ChartMark = { at: string; name: string }

export type ChartTexts = { asTable: string; download: string; day: string }

export type TimeChartProps = {
  title: string
  /** Days ('2026-12-24') or hours ('07:00'), in order. More than three months are shown in weeks. */
  at: readonly string[]
  series: readonly ChartSeries[]
  /** 'sum': amounts of a day. 'last': a level or a running total. */
  kind?: ValueKind
  /** A level that stays until it jumps, such as stock: no slope between two points. */
  steps?: boolean
  format: (value: number) => string
  /** A shorter form for the scale. */
  scaleText?: (value: number) => string
  /** The list behind a point. */
  hrefOf?: (from: string, to: string) => string
  marks?: readonly ChartMark[]
  /** The scale reaches this value at least. */
  upTo?: number
  height?: number
  language: StaffLanguage
  texts: ChartTexts
}
