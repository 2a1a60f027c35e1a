import { useQuery } from '@tanstack/react-query'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { useAppearance } from '#employer-portal/components/appearance.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { EmptyState } from '#employer-portal/components/EmptyState.tsx'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { CampaignCard } from '#employer-portal/pages/home/CampaignCard.tsx'
import { EndedCampaigns } from '#employer-portal/pages/home/EndedCampaigns.tsx'

import css from './HomePage.module.css'

/** Each running campaign with its next step, as far as privacy allows. Those that ended are folded below. */
export function HomePage({ t }: EmployerPageProps) {
  const campaigns = useQuery(employerQuery('campaigns', {}))
  const figures = useQuery(employerQuery('figures', {}))
  const { data: look } = useAppearance()
  const error = campaigns.error ?? figures.error
  if (error && !(campaigns.data && figures.data)) {
    return (
      <EmployerLoadError
        error={error}
        again={() => void Promise.all([campaigns.refetch(), figures.refetch()])}
      />
    )
  }
  if (!campaigns.data || !figures.data) return <CardPlaceholder />
  const { items } = campaigns.data
  const { made_at } = figures.data
  const whole = figures.data.items.filter(({ department }) => department === '')
  const running = items.filter(({ ended }) => !ended)
  const email = look?.contact.email ?? ''
  if (items.length === 0) {
    return (
      <EmptyState icon="gift" sentence={t('noCampaigns')}>
        <ContactLink email={email} t={t} />
      </EmptyState>
    )
  }
  return (
    <>
      <Privacy madeAt={made_at} t={t} />
      {running.length === 0 ? (
        <EmptyState icon="gift" sentence={t('noneRunning')}>
          <ContactLink email={email} t={t} />
        </EmptyState>
      ) : null}
      {running.map((campaign) => (
        <CampaignCard
          key={campaign.id}
          campaign={campaign}
          shop={look?.shops.find(({ channel }) => channel === campaign.channel)}
          figure={whole.find((figure) => figure.campaign.id === campaign.id)}
          madeAt={made_at}
          t={t}
        />
      ))}
      <EndedCampaigns campaigns={items.filter(({ ended }) => ended)} figures={whole} t={t} />
    </>
  )
}

/** Said once, so that no number has to explain itself. */
function Privacy({ madeAt, t }: Pick<EmployerPageProps, 't'> & { madeAt: string | null }) {
  const { language } = useBackofficeLanguage()
  return (
    <p className={css.privacy}>
      {t('reportsHelp')}{' '}
      {madeAt === null ? '' : `${t('figuresOf', { date: dayOf(madeAt, language) })} `}
      <BackofficeLink to="/employer/seen">{t('seen')}</BackofficeLink>
    </p>
  )
}

function ContactLink({ email, t }: Pick<EmployerPageProps, 't'> & { email: string }) {
  if (email === '') return null
  return (
    <a className={actionButtonClass('main')} href={`mailto:${email}`}>
      {t('contactUs')}
    </a>
  )
}

/** In the shape of what comes. */
const CardPlaceholder = () => <div className={css.placeholder} aria-hidden="true" />
