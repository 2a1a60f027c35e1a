import { useId } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import type { ShopLook } from '#employer-portal/components/appearance.ts'
import { ActivationCurve } from '#employer-portal/components/charts/ActivationCurve.tsx'
import { ProgressRing } from '#employer-portal/components/charts/ProgressRing.tsx'
import { type Campaign, campaignFacts } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { type Figure, nightOf } from '#employer-portal/components/statistics-format.ts'
import { NextStepBar } from '#employer-portal/pages/home/NextStepBar.tsx'
import { ShopFrame } from '#employer-portal/pages/home/ShopFrame.tsx'

import { classNames } from '#ui/lib/class-names.ts'

import css from './CampaignCard.module.css'

type CardProps = Pick<EmployerPageProps, 't'> & {
  campaign: Campaign
  shop: ShopLook | undefined
  /** Of all of the campaign; undefined where there are none yet. */
  figure: Figure | undefined
  madeAt: string | null
}

/** A running campaign: its shop, how long it runs, how far it has come, and what to do next. */
export function CampaignCard({ campaign, shop, figure, madeAt, t }: CardProps) {
  const title = useId()
  const { language } = useBackofficeLanguage()
  const { name, days_left } = campaign
  return (
    <section className={classNames(css.card, shop && css.withShop)} aria-labelledby={title}>
      {shop ? <ShopFrame shop={shop} label={t('shopPicture', { name: shop.name })} /> : null}
      <div className={css.body}>
        <div className={css.head}>
          <div>
            <h2 id={title} className={css.title}>
              {name}
            </h2>
            <p className={css.soft}>{campaignFacts({ campaign, figure, language, t })}</p>
          </div>
          {days_left === null ? null : (
            <span className={css.days} data-soon={days_left <= SOON_DAYS || undefined}>
              {days_left === 0 ? t('lastDay') : t('daysLeft', { count: days_left })}
            </span>
          )}
        </div>
        {figure && madeAt ? (
          <Progress campaign={campaign} figure={figure} madeAt={madeAt} t={t} />
        ) : (
          <p className={css.none}>{t('noReports')}</p>
        )}
        <NextStepBar campaign={campaign} t={t} />
      </div>
    </section>
  )
}

const SOON_DAYS = 14

function Progress({
  campaign,
  figure,
  madeAt,
  t,
}: Pick<CardProps, 'campaign' | 't'> & { figure: Figure; madeAt: string }) {
  const { people, came, ordered, spent_points, came_by_night } = figure
  const atLeast = (count: number) => t('atLeast', { count })
  const share = came === null ? null : shareInSteps(came, people)
  return (
    <div className={css.progress}>
      <div className={css.reached}>
        <ProgressRing
          share={share}
          label={came === null ? t('fewYet') : t('curveSays', { came, people })}
        />
        {came === null ? (
          <p className={css.soft}>{t('fewYet')}</p>
        ) : (
          <dl className={css.facts}>
            <Fact label={t('came')} value={atLeast(came)} />
            {ordered === null ? null : <Fact label={t('ordered')} value={atLeast(ordered)} />}
            {spent_points === null ? null : (
              <Fact label={t('pointsSpent')} value={atLeast(spent_points)} />
            )}
          </dl>
        )}
      </div>
      {came === null ? null : (
        <div className={css.curve}>
          <ActivationCurve
            people={people}
            steps={came_by_night}
            started={campaign.started ?? nightOf(madeAt)}
            lastDay={campaign.last_day}
            until={nightOf(madeAt)}
          />
          <BackofficeLink to={`/employer/report?campaign=${campaign.id}`} className={css.more}>
            {t('seeReport')}
          </BackofficeLink>
        </div>
      )}
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
