import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { shareInSteps } from '#domain/employers/campaign-charts.ts'
import { useAppearance } from '#employer-portal/components/appearance.ts'
import { ActivationCurve } from '#employer-portal/components/charts/ActivationCurve.tsx'
import { ProgressRing } from '#employer-portal/components/charts/ProgressRing.tsx'
import { CompanyMark } from '#employer-portal/components/CompanyMark.tsx'
import {
  type Campaign,
  campaignCurve,
  campaignFacts,
  publishedFigures,
} from '#employer-portal/components/campaign-facts.ts'
import { FigureList } from '#employer-portal/components/FigureList.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { dayOf, type Figure } from '#employer-portal/components/statistics-format.ts'
import { DepartmentsTable } from '#employer-portal/pages/report/DepartmentsTable.tsx'

import css from './CampaignReport.module.css'

type ReportProps = Pick<EmployerPageProps, 't'> & {
  employer: string
  campaign: Campaign
  /** The figures of the campaign and of its departments. */
  figures: readonly Figure[]
  madeAt: string
}

/** The report of a campaign, printable: company, figures, curve and departments. */
export function CampaignReport({ employer, campaign, figures, madeAt, t }: ReportProps) {
  const { language } = useBackofficeLanguage()
  const { data: appearance } = useAppearance()
  const total = figures.find(({ department }) => department === '')
  const departments = figures.filter(({ department }) => department !== '')
  if (!total) return null
  return (
    <article className={css.sheet} aria-label={campaign.name}>
      <header className={css.head}>
        <span className={css.mark}>
          <CompanyMark name={employer} logo={appearance?.logo ?? ''} />
        </span>
        <span className={css.soft}>{t('figuresOf', { date: dayOf(madeAt, language) })}</span>
      </header>
      <div>
        <h2 className={css.title}>{campaign.name}</h2>
        <p className={css.soft}>{campaignFacts({ campaign, figure: total, language, t })}</p>
      </div>
      <Figures total={total} t={t} />
      <ActivationCurve large {...campaignCurve(campaign, total, madeAt)} />
      {departments.length === 0 ? null : <DepartmentsTable departments={departments} t={t} />}
      <p className={css.small}>
        {t('reportsHelp')} {t('dashMeans')}
      </p>
    </article>
  )
}

function Figures({ total, t }: Pick<ReportProps, 't'> & { total: Figure }) {
  const { people, came, sent } = total
  const shownFigures = [
    ...publishedFigures(total),
    ...(sent === null || sent === 0 ? [] : [{ label: 'sent' as const, value: sent, of: null }]),
  ]
  const sentence = came === null ? t('fewYet') : t('curveSays', { came, people })
  return (
    <div className={css.figures}>
      <ProgressRing
        share={came === null ? null : shareInSteps(came, people)}
        label={sentence}
        {...(came === null ? {} : { name: t('ofRing') })}
      />
      <FigureList figures={shownFigures} t={t} />
      <p className={css.sentence}>{sentence}</p>
    </div>
  )
}
