import { metricText } from '#backoffice/kit/charts/figure-format.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { MetricName } from '#contract/reports/reports.staff.ts'
import { tagOf } from '#domain/language.ts'

/** Numbers of reports as the reader writes them. */
export function useReportFormat() {
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  const tag = tagOf(language)
  return {
    formatMetric: (metric: MetricName, value: number) =>
      metricText(metric, value, { language, euros }),
    percent: (part: number) => part.toLocaleString(tag, { style: 'percent' }),
    /** With a minus sign as wide as the plus, not a hyphen. */
    signed: (value: number) =>
      value.toLocaleString(tag, { signDisplay: 'exceptZero' }).replace('-', '−'),
    /** A short number for the scale of a chart: cents as euros. */
    scaleFormat: (metric: MetricName) => (value: number) =>
      (metric === 'paid' ? value / 100 : value).toLocaleString(tag, { notation: 'compact' }),
  }
}
