import type { EmployerAnswer } from '#contract/client.employer.ts'
import type { Curve } from '#domain/employers/campaign-charts.ts'
import { type Figure, formatDay, nightOf } from '#employer-portal/components/statistics-format.ts'
import type { PortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'

export type Campaign = EmployerAnswer<'campaigns'>['items'][number]

export const CAMPAIGNS_PATH = '/employer/campaigns/'
export const campaignPath = (id: string) => CAMPAIGNS_PATH + id

/** '240 recipients · 12 points each · until 24 December 2026' */
export function campaignFacts({
  campaign: { batches, last_day, ended },
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
  const codesUntil = batches
    .flatMap((batch) => batch.last_day ?? [])
    .toSorted()
    .findLast((day) => last_day !== null && day > last_day)
  return [
    figure ? t('total', { count: figure.people }) : '',
    points.length === 0 ? '' : t('pointsEach', { points: points.join(' / ') }),
    last_day === null
      ? ''
      : t(ended ? 'endedOn' : 'untilDay', { day: formatDay(last_day, language) }),
    codesUntil === undefined ? '' : t('codesUntil', { day: formatDay(codesUntil, language) }),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

/** Its activations, night by night. */
export const campaignCurve = (
  { started, last_day }: Campaign,
  { people, came_by_night }: Figure,
  madeAt: string,
): Curve => ({
  people,
  steps: came_by_night,
  started: started ?? nightOf(madeAt),
  lastDay: last_day,
  until: nightOf(madeAt),
})

/** The numbers of a campaign that may be told, each with its unit. */
export const toldFigures = ({ people, came, ordered, spent_points }: Figure) =>
  (
    [
      ['came', came, people],
      ['ordered', ordered, people],
      ['pointsSpent', spent_points, null],
    ] as const
  ).flatMap(([label, value, of]) => (value === null ? [] : [{ label, value, of }]))
