import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import {
  campaignCurve,
  campaignFacts,
  campaignPath,
  publishedFigures,
} from '#employer-portal/components/campaign-facts.ts'
import { SmallCurve } from '#employer-portal/components/charts/ActivationCurve.tsx'
import { FigureList } from '#employer-portal/components/FigureList.tsx'
import { ProgressRing } from '#employer-portal/components/charts/ProgressRing.tsx'
import { DaysLeft } from '#employer-portal/pages/campaign/DaysLeft.tsx'
import { StepActions, StepSentence } from '#employer-portal/pages/campaign/NextStepBar.tsx'
import { nextStepOf } from '#employer-portal/pages/campaign/next-step.ts'
import type { CampaignProps } from '#employer-portal/pages/home/CampaignCard.tsx'
import { Picture } from '#ui/components/Image.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './CampaignRow.module.css'

/** A running campaign in one row: shop, next step, progress and days left. */
export function CampaignRow({
  campaign,
  shop,
  figure,
  madeAt,
  isPictured,
  t,
}: CampaignProps & {
  /** The image is left out if every row would show the same one. */
  isPictured: boolean
}) {
  const { language } = useBackofficeLanguage()
  const step = nextStepOf(campaign)
  return (
    <li className={classNames(css.row, isPictured && css.withShop)}>
      {isPictured ? (
        <span className={css.shop}>
          {shop ? (
            <Picture
              file={shop.hero}
              alt={t('shopPicture', { name: shop.name })}
              sizes="160px"
              maxWidth={320}
            />
          ) : null}
        </span>
      ) : null}
      <div className={css.about}>
        <h3>
          <BackofficeLink to={campaignPath(campaign.id)}>{campaign.name}</BackofficeLink>
        </h3>
        <p>{campaignFacts({ campaign, figure, language, t })}</p>
        {/* With months left there is no next step to show. */}
        {step.kind === 'remind-later' ? null : (
          <div className={css.step}>
            <p>
              <StepSentence step={step} t={t} />
            </p>
            <StepActions campaign={campaign} small t={t} />
          </div>
        )}
      </div>
      <RowProgress campaign={campaign} figure={figure} madeAt={madeAt} t={t} />
      <span className={css.end}>
        <DaysLeft campaign={campaign} t={t} />
      </span>
    </li>
  )
}

function RowProgress({ campaign, figure, madeAt, t }: Omit<CampaignProps, 'shop'>) {
  if (!figure || madeAt === null) return <p className={css.none}>{t('noReports')}</p>
  const { came, people } = figure
  if (came === null) return <p className={css.none}>{t('fewYet')}</p>
  return (
    <div className={css.progress}>
      <ProgressRing
        small
        share={shareInSteps(came, people)}
        label={t('curveSays', { came, people })}
      />
      <FigureList
        className={css.facts}
        figures={publishedFigures(figure).filter(({ label }) => label !== 'pointsSpent')}
        t={t}
      />
      <div className={css.curve}>
        <SmallCurve {...campaignCurve(campaign, figure, madeAt)} />
      </div>
    </div>
  )
}
