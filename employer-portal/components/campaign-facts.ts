import type { EmployerAnswer } from '#contract/client.employer.ts'
import { type Figure, formatDay } from '#employer-portal/components/statistics-format.ts'
import type { PortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'

export type Campaign = EmployerAnswer<'campaigns'>['items'][number]

/** '240 recipients · 12 points each · until 24 December 2026' */
export function campaignFacts({
  campaign: { batches, last_day },
  figure,
  language,
  t,
}: {
  campaign: Campaign
  figure: Figure | undefined
  language: string
  t: PortalTranslate
}): string {
  const points = [...new Set(batches.map((batch) => batch.points))].toSorted((a, b) => a - b)
  return [
    figure ? t('total', { count: figure.people }) : '',
    points.length === 0 ? '' : t('pointsEach', { points: points.join(' / ') }),
    last_day === null ? '' : t('untilDay', { day: formatDay(last_day, language) }),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}
