import type { ChartTexts } from '#backoffice/kit/charts/chart-series.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffLanguage } from '#domain/language.ts'

/** What a chart of the back office needs of its reader. */
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
