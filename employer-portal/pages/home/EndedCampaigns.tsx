import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { type Campaign, campaignPath } from '#employer-portal/components/campaign-facts.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { type Figure, formatDay } from '#employer-portal/components/statistics-format.ts'

import css from './HomePage.module.css'

/** The ended campaigns, collapsed below the running ones: name, last day and result. */
export function EndedCampaigns({
  campaigns,
  figures,
  t,
}: Pick<EmployerPageProps, 't'> & { campaigns: readonly Campaign[]; figures: readonly Figure[] }) {
  const { language } = useBackofficeLanguage()
  if (campaigns.length === 0) return null
  return (
    <details className={css.ended}>
      <summary>{t('endedCampaigns', { count: campaigns.length })}</summary>
      <ul>
        {campaigns.map(({ id, name, last_day }) => {
          const figure = figures.find(({ campaign }) => campaign.id === id)
          return (
            <li key={id}>
              <BackofficeLink to={campaignPath(id)}>{name}</BackofficeLink>
              <span>
                {last_day === null ? '' : t('endedOn', { day: formatDay(last_day, language) })}
              </span>
              <span>
                {figure?.came ? t('activatedOf', { came: figure.came, people: figure.people }) : ''}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
