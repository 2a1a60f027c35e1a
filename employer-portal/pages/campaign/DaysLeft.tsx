import type { Campaign } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { isEndingSoon } from '#employer-portal/pages/campaign/next-step.ts'

import css from './DaysLeft.module.css'

/** The days left of a campaign that has started, coloured when it ends soon. */
export function DaysLeft({ campaign, t }: Pick<EmployerPageProps, 't'> & { campaign: Campaign }) {
  const { days_left, ended, opens } = campaign
  if (days_left === null || opens !== null) return null
  if (ended) return <span className={css.days}>{t('ended')}</span>
  return (
    <span className={css.days} data-soon={isEndingSoon(campaign) || undefined}>
      {days_left === 0 ? t('lastDay') : t('daysLeft', { count: days_left })}
    </span>
  )
}
