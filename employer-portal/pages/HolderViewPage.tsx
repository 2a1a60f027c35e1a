import { useQuery } from '@tanstack/react-query'

import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { StatisticsTable } from '#backoffice/kit/tables/StatisticsTable.tsx'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { fillTemplate } from '#domain/content/text-template.ts'

import css from '../components/EmployerPages.module.css'

/** Shows what the employer can see, in the shop's texts and with the figures that holders see there. */
export function HolderViewPage({ who, t }: EmployerPageProps) {
  const { language } = useBackofficeLanguage()
  const { data, error, refetch } = useQuery(employerQuery('seen', { language }))
  if (error) return <EmployerLoadError error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { texts, figures } = data
  const text = (key: string, values: Record<string, string> = {}) =>
    fillTemplate(texts[key] ?? '', values)
  const words = {
    campaign: text('seesCampaign'),
    department: text('seesDepartment'),
    all: text('seesAll'),
    people: text('seesPeople'),
    sent: text('seesSent'),
    bounced: text('seesBounced'),
    came: text('seesCame'),
    ordered: text('seesOrdered'),
    points: text('seesPoints'),
    few: text('seesFew'),
    atLeast: (count: string) => text('seesAtLeast', { count }),
  }
  return (
    <>
      <p className={css.soft}>{t('seenHelp')}</p>
      <div className={css.panel}>
        <h2>{text('seesTitle')}</h2>
        <p className={css.soft}>{text('seesIntro', { employer: who.employer })}</p>
        {figures.items.length > 0 ? (
          <StatisticsTable
            items={figures.items}
            texts={words}
            label={text('seesTitle')}
            className={css.table}
          />
        ) : (
          <p>{text('seesNone')}</p>
        )}
        {figures.made_at ? (
          <p className={css.soft}>
            {text('seesNight', { date: dayOf(figures.made_at, language) })}
          </p>
        ) : null}
        <h3>{text('seesDoes')}</h3>
        <ul className={css.list}>
          <li>{text('seesDoes1')}</li>
          <li>{text('seesDoes2')}</li>
          <li>{text('seesDoes3')}</li>
        </ul>
        <h3>{text('seesNever')}</h3>
        <ul className={css.list}>
          <li>{text('seesNever1')}</li>
          <li>{text('seesNever2')}</li>
          <li>{text('seesNever3')}</li>
        </ul>
        <p className={css.soft}>{text('seesHow')}</p>
      </div>
    </>
  )
}
