import { useQuery } from '@tanstack/react-query'

import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { employerQuery } from '#employer-portal/api/portal-client.ts'
import { useAppearance } from '#employer-portal/components/appearance.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerLoadError } from '#employer-portal/components/EmployerLoadError.tsx'
import { EmptyState } from '#employer-portal/components/EmptyState.tsx'
import { PrivacyNote } from '#employer-portal/components/PrivacyNote.tsx'
import { byUrgency, nextStepOf } from '#employer-portal/pages/campaign/next-step.ts'
import { CampaignCard, type CampaignProps } from '#employer-portal/pages/home/CampaignCard.tsx'
import { CampaignRow } from '#employer-portal/pages/home/CampaignRow.tsx'
import { EndedCampaigns } from '#employer-portal/pages/home/EndedCampaigns.tsx'

import css from './HomePage.module.css'

/** The running campaigns, the most urgent first. Those that ended are collapsed below. */
export function HomePage({ t }: EmployerPageProps) {
  const campaigns = useQuery(employerQuery('campaigns', {}))
  const figures = useQuery(employerQuery('figures', {}))
  const { data: appearance } = useAppearance()
  const error = campaigns.error ?? figures.error
  if (error && !(campaigns.data && figures.data)) {
    return (
      <EmployerLoadError
        error={error}
        onRetry={() => void Promise.all([campaigns.refetch(), figures.refetch()])}
      />
    )
  }
  if (!campaigns.data || !figures.data) return <CardPlaceholder />
  const { items } = campaigns.data
  const { made_at } = figures.data
  const totals = figures.data.items.filter(({ department }) => department === '')
  const open = byUrgency(items.filter(({ ended }) => !ended))
  const email = appearance?.contact.email ?? ''
  if (items.length === 0) {
    return (
      <EmptyState icon="gift" sentence={t('noCampaigns')}>
        <ContactLink email={email} t={t} />
      </EmptyState>
    )
  }
  return (
    <>
      <PrivacyNote madeAt={made_at} t={t} />
      {open.length === 0 ? (
        <EmptyState icon="gift" sentence={t('noneRunning')}>
          <ContactLink email={email} t={t} />
        </EmptyState>
      ) : (
        <RunningCampaigns
          campaigns={open.map((campaign) => ({
            campaign,
            shop: appearance?.shops.find(({ channel }) => channel === campaign.channel),
            figure: totals.find((figure) => figure.campaign.id === campaign.id),
            madeAt: made_at,
            t,
          }))}
          t={t}
        />
      )}
      <EndedCampaigns campaigns={items.filter(({ ended }) => ended)} figures={totals} t={t} />
    </>
  )
}

/**
 * The most urgent campaign as a card, the others in rows: running, then planned. Closed ones with valid codes are
 * collapsed.
 */
function RunningCampaigns({
  campaigns,
  t,
}: Pick<EmployerPageProps, 't'> & { campaigns: readonly CampaignProps[] }) {
  const running = campaigns.filter(({ campaign }) => !campaign.closed && campaign.opens === null)
  const planned = campaigns.filter(({ campaign }) => campaign.opens !== null)
  const first = running[0] ?? planned[0] ?? campaigns[0]
  const besideFirst = (listed: readonly CampaignProps[]) =>
    listed.filter((other) => other !== first)
  const others = besideFirst(campaigns)
  const isPictured = others.some(({ shop }) => shop?.channel !== first?.shop?.channel)
  const rows = (listed: readonly CampaignProps[]) => (
    <ul>
      {listed.map((other) => (
        <CampaignRow key={other.campaign.id} {...other} isPictured={isPictured} />
      ))}
    </ul>
  )
  const section = (title: string, listed: readonly CampaignProps[]) =>
    listed.length === 0 ? null : (
      <section className={css.others} aria-label={title}>
        <h2>{title}</h2>
        {rows(listed)}
      </section>
    )
  const closed = others.filter(({ campaign }) => campaign.closed)
  return (
    <>
      {first ? <CampaignCard {...first} /> : null}
      {section(t('runningCampaigns'), besideFirst(running))}
      {section(t('plannedCampaigns'), besideFirst(planned))}
      {closed.length === 0 ? null : (
        <details className={css.closed} open={closed.some(needsStep)}>
          <summary>{t('closedCampaigns', { count: closed.length })}</summary>
          {rows(closed)}
        </details>
      )}
    </>
  )
}

const needsStep = ({ campaign }: CampaignProps) => nextStepOf(campaign).kind === 'correct'

function ContactLink({ email, t }: Pick<EmployerPageProps, 't'> & { email: string }) {
  if (email === '') return null
  return (
    <a className={actionButtonClass('main')} href={`mailto:${email}`}>
      {t('contactUs')}
    </a>
  )
}

/** A placeholder in the shape of the content. */
const CardPlaceholder = () => <div className={css.placeholder} aria-hidden="true" />
