import type { Translate } from '#backoffice/i18n/translator.tsx'
import { METRIC_NAMES, type MetricName, METRICS } from '#contract/reports/reports.staff.ts'

export const isMetric = (name: string): name is MetricName =>
  METRIC_NAMES.some((known) => known === name)

/** A number in the format of its unit and the reader's language. */
export function metricText(
  figure: MetricName,
  value: number,
  { language, euros }: { language: string; euros: (cents: number) => string },
): string {
  return METRICS[figure] === 'cents' ? euros(value) : value.toLocaleString(language)
}

/** The address of the list behind a figure, with the same filters. */
export const metricHref = (
  figure: MetricName,
  filters: Readonly<Record<string, string | number | null | undefined>>,
): string => {
  const parts = Object.entries(filters).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `/backoffice/reports/${figure}?${new URLSearchParams(parts).toString()}`
}

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A percentage of two numbers. */
export const percentOf = (part: number, total: number, t: Translate): string =>
  total === 0 ? '–' : t('reports.percent', { part: Math.round((100 * part) / total) })
