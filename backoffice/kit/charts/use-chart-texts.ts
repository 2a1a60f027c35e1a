import type { ChartTexts } from '#backoffice/kit/charts/chart-series.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'

/** Language and texts of a chart in the back office. */
export function useChartTexts(): { language: StaffLanguage; texts: ChartTexts } {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  return {
    language,
    texts: {
      asTable: t('reports.asTable'),
      download: t('chart.download'),
      day: t('reports.day'),
    },
  }
}
