import { useQuery } from '@tanstack/react-query'

import { ChannelName, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Retention.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { CLEANUP_KINDS } from '#domain/privacy/clean-up-rules.ts'

type RetentionPeriods = StaffResponse<'retentionPeriods'>

/** Retention periods, people due for erasure, and automatic cleanup. */
export function RetentionPage() {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('retentionPeriods', {}))
  return (
    <>
      <PageHead
        title={t('retention')}
        actions={
          <BackofficeLink className={actionButtonClass()} to="/backoffice/privacy/erasure-runs">
            {t('privacy.allRuns')}
          </BackofficeLink>
        }
      />
      <PageBody>
        <p className={css.soft}>{t('privacy.retentionHelp')}</p>
        {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
        {data ? <Periods data={data} /> : null}
      </PageBody>
    </>
  )
}

function Periods({ data }: { data: RetentionPeriods }) {
  const t = useTranslate()
  // The shared channel contains only content, no personal data.
  const channels = data.channels.filter(({ id }) => id !== SHARED_CHANNEL)
  const due = channels.reduce((sum, channel) => sum + channel.due, 0)
  return (
    <>
      <Notice kind={due === 0 ? 'good' : 'warn'}>
        {due === 0 ? t('privacy.noneDue') : t('privacy.dueNow', { count: due })}
      </Notice>
      <ChannelPeriods channels={channels} />
      <CleanupRules clearing={data.clearing} />
    </>
  )
}

const CHANNEL_COLUMNS = [
  'channel',
  'privacy.lastRun',
  'privacy.months',
  'privacy.due',
  'privacy.look',
] as const

function ChannelPeriods({ channels }: { channels: RetentionPeriods['channels'] }) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const dryRun = useAction('startErasureDryRun', { done: () => t('privacy.looked') })
  const startDryRun = async (channel: string) => {
    const run = await dryRun.run({ channel })
    if (run) navigate(`/backoffice/privacy/erasure-runs/${run.id}`)
  }
  return (
    <Card title={t('privacy.channels')}>
      {dryRun.failure ? <Notice kind="bad">{dryRun.failure}</Notice> : null}
      <NumbersTable head={CHANNEL_COLUMNS.map((label) => t(label))} textColumns={2} stacked>
        {channels.map(({ id, months, due, last_run }) => (
          <tr key={id}>
            <td>
              <BackofficeLink to={`/backoffice/channels/${id}`}>
                <ChannelName id={id} />
              </BackofficeLink>
            </td>
            <td data-head={t('privacy.lastRun')}>
              {last_run ? (
                <BackofficeLink to={`/backoffice/privacy/erasure-runs/${last_run.id}`}>
                  <DateTime at={last_run.at} />
                </BackofficeLink>
              ) : (
                <span className={css.soft}>{t('privacy.never')}</span>
              )}
            </td>
            <td className={css.number} data-head={t('privacy.months')}>
              {months}
            </td>
            <td className={css.number} data-head={t('privacy.due')}>
              {due}
            </td>
            <td className={css.number} data-wide>
              {due === 0 ? null : (
                <ActionButton
                  busy={dryRun.busy}
                  aria-label={t('privacy.lookIn', { channel: nameOf(id) })}
                  onClick={() => void startDryRun(id)}
                >
                  {t('privacy.look')}
                </ActionButton>
              )}
            </td>
          </tr>
        ))}
      </NumbersTable>
    </Card>
  )
}

function storedFor(t: Translate, hours: number): string {
  if (hours === 0) return t('privacy.atOnce')
  return hours % 24 === 0
    ? t('privacy.days', { count: hours / 24 })
    : t('privacy.hours', { count: hours })
}

function CleanupRules({ clearing }: { clearing: RetentionPeriods['clearing'] }) {
  const t = useTranslate()
  const lastCleanedAt = clearing
    .flatMap(({ last_at }) => last_at ?? [])
    .toSorted()
    .at(-1)
  return (
    <Card
      title={t('privacy.clearing')}
      aside={
        lastCleanedAt === undefined ? null : (
          <>
            {t('privacy.lastCleared')}: <DateTime at={lastCleanedAt} />
          </>
        )
      }
    >
      <details className={css.rules}>
        <summary>{t('privacy.rules', { count: clearing.length })}</summary>
        <NumbersTable
          head={[
            t('what'),
            t('privacy.storedFor'),
            t('privacy.lastCleared'),
            t('privacy.clearedSoFar'),
          ]}
          textColumns={3}
        >
          {clearing.map(({ name, hours, last_at, cleared }) => {
            const kind = CLEANUP_KINDS.find((known) => known === name)
            return (
              <tr key={name}>
                <td>{kind ? t(`privacy.clearing.${kind}`) : name}</td>
                <td>{storedFor(t, hours)}</td>
                <td>{last_at ? <DateTime at={last_at} /> : t('privacy.never')}</td>
                <td className={css.number}>{cleared}</td>
              </tr>
            )
          })}
        </NumbersTable>
      </details>
    </Card>
  )
}
