import { useQuery } from '@tanstack/react-query'

import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerFailure } from '#employer-portal/components/EmployerLoadError.tsx'
import { MetricsTable } from '#backoffice/kit/display/StatisticsTable.tsx'
import { formatDay, dayOf, type Figure } from '#employer-portal/components/statistics-format.ts'
import { useTableWords } from '#employer-portal/components/use-table-texts.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'

import css from '../components/EmployerPages.module.css'

type Campaign = EmployerAnswer<'campaigns'>['items'][number]

/** The progress of each campaign, as far as privacy allows. */
export function OverviewPage({ t }: EmployerPageProps) {
  const { language } = useBackofficeLanguage()
  const campaigns = useQuery(employerQuery('campaigns', {}))
  const figures = useQuery(employerQuery('figures', {}))
  const error = campaigns.error ?? figures.error
  if (error) {
    return (
      <EmployerFailure
        error={error}
        again={() => void Promise.all([campaigns.refetch(), figures.refetch()])}
      />
    )
  }
  if (!campaigns.data || !figures.data) return null
  const { made_at, items } = figures.data
  return (
    <>
      {campaigns.data.items.length === 0 ? (
        <p className={css.soft}>{t('noCampaigns')}</p>
      ) : (
        <p className={css.soft}>
          {t('reportsHelp')} {made_at ? t('figuresOf', { date: dayOf(made_at, language) }) : ''}
        </p>
      )}
      {campaigns.data.items.map((campaign) => (
        <OneCampaign
          key={campaign.id}
          campaign={campaign}
          figures={items.filter((figure) => figure.campaign.id === campaign.id)}
          t={t}
        />
      ))}
    </>
  )
}

function OneCampaign({
  campaign: { name, opens, days_left },
  figures,
  t,
}: Pick<EmployerPageProps, 't'> & { campaign: Campaign; figures: Figure[] }) {
  const { language } = useBackofficeLanguage()
  const words = useTableWords()
  const all = figures.find(({ department }) => department === '')
  const departments = figures.filter(({ department }) => department !== '')
  return (
    <section className={css.part} aria-label={name}>
      <div className={css.row}>
        <h2>{name}</h2>
        {opens !== null ? (
          <span className={css.soft}>{t('begins', { day: formatDay(opens, language) })}</span>
        ) : null}
        {days_left === null ? null : (
          <span className={css.soft}>
            {days_left === 0 ? t('lastDay') : t('daysLeft', { count: days_left })}
          </span>
        )}
      </div>
      {all ? <Sums all={all} t={t} /> : <p className={css.soft}>{t('noReports')}</p>}
      {departments.length > 0 ? (
        <MetricsTable
          items={departments}
          words={words}
          label={t('departmentsOf', { name })}
          className={css.table}
        />
      ) : null}
    </section>
  )
}

function Sums({ all, t }: Pick<EmployerPageProps, 't'> & { all: Figure }) {
  const { language } = useBackofficeLanguage()
  const told = (value: number | null) =>
    value === null
      ? t('few')
      : value === 0
        ? '0'
        : t('orMore', { count: value.toLocaleString(language) })
  const sums = [
    ['peopleCount', all.people.toLocaleString(language)],
    ['sent', told(all.sent)],
    ['bounced', told(all.bounced)],
    ['came', told(all.came)],
    ['ordered', told(all.ordered)],
    ['pointsSpent', all.spent_points === null ? t('notTold') : told(all.spent_points)],
  ] as const
  return (
    <dl className={css.sums}>
      {sums.map(([word, value]) => (
        <div key={word}>
          <dt>{t(word)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
