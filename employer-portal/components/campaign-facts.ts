import type { EmployerAnswer } from '#contract/client.employer.ts'
import { nextEnd } from '#domain/employers/campaign-end.ts'
import type { Curve } from '#domain/employers/campaign-charts.ts'
import { type Figure, formatDay, nightOf } from '#employer-portal/components/statistics-format.ts'
import type { PortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'

export type Campaign = EmployerAnswer<'campaigns'>['items'][number]

export const CAMPAIGNS_PATH = '/employer/campaigns/'
export const campaignPath = (id: string) => CAMPAIGNS_PATH + id

/** For example '240 recipients · 12 points each · until 24 December 2026'. */
export function campaignFacts({
  campaign: { batches, last_day, closed, codes_until, ended },
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
  const openEnd = closed ? 'closedOn' : 'untilDay'
  const isLonger = !ended && last_day !== null && codes_until !== null && codes_until > last_day
  return [
    figure ? t('total', { count: figure.people }) : '',
    points.length === 0 ? '' : t('pointsEach', { points: points.join(' / ') }),
    last_day === null ? '' : t(ended ? 'endedOn' : openEnd, { day: formatDay(last_day, language) }),
    isLonger ? t('codesUntil', { day: formatDay(codes_until, language) }) : '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ')
}

/** The activations of a campaign by night. */
export const campaignCurve = (
  campaign: Campaign,
  { people, came_by_night }: Figure,
  madeAt: string,
): Curve => ({
  people,
  steps: came_by_night,
  started: campaign.started ?? nightOf(madeAt),
  lastDay: nextEnd(campaign),
  until: nightOf(madeAt),
})

/** The published figures of a campaign, each with its maximum. */
export const publishedFigures = ({ people, came, ordered, spent_points }: Figure) =>
  (
    [
      ['came', came, people],
      ['ordered', ordered, people],
      ['pointsSpent', spent_points, null],
    ] as const
  ).flatMap(([label, value, of]) => (value === null ? [] : [{ label, value, of }]))
