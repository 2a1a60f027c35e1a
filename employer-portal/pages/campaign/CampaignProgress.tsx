import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import { ActivationCurve } from '#employer-portal/components/charts/ActivationCurve.tsx'
import { ProgressRing } from '#employer-portal/components/charts/ProgressRing.tsx'
import {
  type Campaign,
  campaignCurve,
  publishedFigures,
} from '#employer-portal/components/campaign-facts.ts'
import { FigureList } from '#employer-portal/components/FigureList.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import type { Figure } from '#employer-portal/components/statistics-format.ts'

import css from './CampaignProgress.module.css'

/** The progress of a campaign: its ring, its numbers and its curve up to the last day. */
export function CampaignProgress({
  campaign,
  figure,
  madeAt,
  t,
}: Pick<EmployerPageProps, 't'> & {
  campaign: Campaign
  /** The figures of the complete campaign. Undefined if there are none yet. */
  figure: Figure | undefined
  madeAt: string | null
}) {
  if (!figure || madeAt === null) return <p className={css.soft}>{t('noReports')}</p>
  const { people, came } = figure
  if (came === null) {
    return (
      <div className={css.reached}>
        <ProgressRing share={null} label={t('fewYet')} />
        <p className={css.soft}>{t('fewYet')}</p>
      </div>
    )
  }
  return (
    <div className={css.progress}>
      <div className={css.reached}>
        <ProgressRing
          share={shareInSteps(came, people)}
          label={t('curveSays', { came, people })}
          name={t('ofRing')}
        />
        <FigureList className={css.facts} figures={publishedFigures(figure)} t={t} />
      </div>
      <ActivationCurve {...campaignCurve(campaign, figure, madeAt)} />
    </div>
  )
}
