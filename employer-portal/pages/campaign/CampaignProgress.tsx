import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import { ActivationCurve } from '#employer-portal/components/charts/ActivationCurve.tsx'
import { ProgressRing } from '#employer-portal/components/charts/ProgressRing.tsx'
import {
  type Campaign,
  campaignCurve,
  toldFigures,
} from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import type { Figure } from '#employer-portal/components/statistics-format.ts'

import css from './CampaignProgress.module.css'

/** How far a campaign has come: its ring, its numbers and its curve against the last day. */
export function CampaignProgress({
  campaign,
  figure,
  madeAt,
  t,
}: Pick<EmployerPageProps, 't'> & {
  campaign: Campaign
  /** Of all of the campaign; undefined where there are none yet. */
  figure: Figure | undefined
  madeAt: string | null
}) {
  const { language } = useBackofficeLanguage()
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
        <ProgressRing share={shareInSteps(came, people)} label={t('curveSays', { came, people })} />
        <dl className={css.facts}>
          {toldFigures(figure).map(({ label, value }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{value.toLocaleString(language)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ActivationCurve {...campaignCurve(campaign, figure, madeAt)} />
    </div>
  )
}
