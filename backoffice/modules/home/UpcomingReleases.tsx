import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { ReleaseStatus } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './HomePage.module.css'

const DAY_MS = 24 * 3_600_000
const SOON_DAYS = 7
const MAX_DRAFTS = 5

/** Stopped releases, releases that start or end in the next days, and drafts. */
export function UpcomingReleases() {
  const t = useTranslate()
  const stopped = useQuery(staffQuery('releases', { state: 'stopped', limit: 20 }))
  const scheduled = useQuery(
    staffQuery('releases', { state: 'scheduled', sort: 'from', limit: 20 }),
  )
  const drafts = useQuery(
    staffQuery('releases', { state: 'draft', sort: '-made', limit: MAX_DRAFTS }),
  )
  const [until] = useState(() => Date.now() + SOON_DAYS * DAY_MS)
  const failed = [stopped, scheduled, drafts].find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
  const soon = (scheduled.data?.items ?? []).filter(
    ({ from }) => from !== null && Date.parse(from) < until,
  )
  const stoppedReleases = stopped.data?.items ?? []
  const shownDrafts = drafts.data?.items ?? []
  const hiddenDrafts = (drafts.data?.total.count ?? 0) - shownDrafts.length
  if (stoppedReleases.length + soon.length + shownDrafts.length === 0) return null
  return (
    <Card title={t('today.releases')}>
      <ul className={css.releases}>
        {stoppedReleases.map(({ id, name }) => (
          <li key={id}>
            <StatusMark kind="bad">{t('today.stopped')}</StatusMark>
            <BackofficeLink to={`/backoffice/releases/${id}`}>{name}</BackofficeLink>
          </li>
        ))}
        {soon.map(({ id, name, from, ends, channels }) => (
          <li key={id}>
            <StatusMark kind="half">{t(ends ? 'today.putsBack' : 'today.goesLive')}</StatusMark>
            <BackofficeLink to={`/backoffice/releases/${id}`}>{name}</BackofficeLink>
            {from ? <DateTime at={from} channel={channels[0]} /> : null}
          </li>
        ))}
        {shownDrafts.map(({ id, name, changes }) => (
          <li key={id}>
            <ReleaseStatus state="draft" />
            <BackofficeLink to={`/backoffice/releases/${id}`}>{name}</BackofficeLink>
            <span className={css.soft}>{t('release.changeCount', { count: changes })}</span>
          </li>
        ))}
      </ul>
      {hiddenDrafts > 0 ? (
        <BackofficeLink to="/backoffice/releases?state=draft">
          {t('today.moreDrafts', { count: hiddenDrafts })}
        </BackofficeLink>
      ) : null}
    </Card>
  )
}
