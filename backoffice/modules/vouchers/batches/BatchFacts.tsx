import type { ReactNode } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Batches.module.css'

/** The value, the employer and the validity of a batch. */
export function BatchFacts({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const formatNumber = (value: number) => value.toLocaleString(language)
  const dayOr = (value: string | null, fallback: string) =>
    value === null ? fallback : formatDay(language, value)
  const ofTotal = (some: number, all: number) =>
    t('ofTotal', { some: formatNumber(some), all: formatNumber(all) })
  const { employer, campaign } = batch
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('channel'), <ChannelName key="channel" id={batch.channel} />],
    ...(employer
      ? [[t('employer'), <EmployerLink key="employer" employer={employer} />] as const]
      : []),
    ...(campaign
      ? [[t('campaign'), <CampaignLink key="campaign" campaign={campaign} />] as const]
      : []),
    [t('pointsEach'), formatNumber(batch.points)],
    [t('voucherCount'), formatNumber(batch.count)],
    [t('claimed'), ofTotal(batch.claimed, batch.count)],
    [t('pointsSpent'), ofTotal(batch.spent, batch.granted)],
    [t('pointsLeft'), formatNumber(batch.left)],
    [
      t('expiredPoints'),
      batch.expired === 0 ? (
        formatNumber(0)
      ) : (
        <BackofficeLink key="expired" to={`/backoffice/expired-points?batch=${batch.id}`}>
          {formatNumber(batch.expired)}
        </BackofficeLink>
      ),
    ],
    [t('validFrom'), dayOr(batch.valid_from, t('atOnce'))],
    [t('validUntil'), dayOr(batch.valid_until, t('endless'))],
  ]
  return (
    <Card title={t('batch')}>
      <FactList facts={facts} />
      {batch.short_reason ? (
        <p className={css.soft}>
          {t('whyShort')}: {batch.short_reason} {batch.made_by ? `(${batch.made_by.name})` : ''}
        </p>
      ) : null}
      {batch.sender_message || batch.sender_name ? (
        <blockquote className={css.quote}>
          <p>{batch.sender_message}</p>
          <p className={css.soft}>{batch.sender_name}</p>
        </blockquote>
      ) : null}
    </Card>
  )
}

type Named = { id: string; name: string }

const EmployerLink = ({ employer: { id, name } }: { employer: Named }) => (
  <BackofficeLink to={`/backoffice/employers/${id}`}>
    <EmployerName name={name} />
  </BackofficeLink>
)

const CampaignLink = ({ campaign: { id, name } }: { campaign: Named }) => (
  <BackofficeLink to={`/backoffice/campaigns/${id}`}>{name}</BackofficeLink>
)
