import { useId } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { ShopAppearance } from '#employer-portal/components/appearance.ts'
import {
  type Campaign,
  campaignFacts,
  campaignPath,
} from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import type { Figure } from '#employer-portal/components/statistics-format.ts'
import { CampaignProgress } from '#employer-portal/pages/campaign/CampaignProgress.tsx'
import { DaysLeft } from '#employer-portal/pages/campaign/DaysLeft.tsx'
import { NextStepBar } from '#employer-portal/pages/campaign/NextStepBar.tsx'
import { ShopFrame } from '#employer-portal/pages/home/ShopFrame.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './CampaignCard.module.css'

export type CampaignProps = Pick<EmployerPageProps, 't'> & {
  campaign: Campaign
  shop: ShopAppearance | undefined
  /** The figures of the complete campaign. Undefined if there are none yet. */
  figure: Figure | undefined
  madeAt: string | null
}

/** The most urgent campaign: its shop, its days left, its progress and its next step. */
export function CampaignCard({ campaign, shop, figure, madeAt, t }: CampaignProps) {
  const title = useId()
  const { language } = useBackofficeLanguage()
  return (
    <section className={classNames(css.card, shop && css.withShop)} aria-labelledby={title}>
      {shop ? <ShopFrame shop={shop} label={t('shopPicture', { name: shop.name })} /> : null}
      <div className={css.body}>
        <div className={css.head}>
          <div>
            <h2 id={title} className={css.title}>
              <BackofficeLink to={campaignPath(campaign.id)}>{campaign.name}</BackofficeLink>
            </h2>
            <p className={css.soft}>{campaignFacts({ campaign, figure, language, t })}</p>
          </div>
          <DaysLeft campaign={campaign} t={t} />
        </div>
        <div className={css.progress}>
          <CampaignProgress campaign={campaign} figure={figure} madeAt={madeAt} t={t} />
        </div>
        <NextStepBar campaign={campaign} t={t} />
      </div>
    </section>
  )
}
