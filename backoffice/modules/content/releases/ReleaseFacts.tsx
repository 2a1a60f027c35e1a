import { type ReactNode, Suspense } from 'react'

import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { UntouchedItems } from '#backoffice/modules/content/releases/UntouchedItems.tsx'
import { TimeZoneDateTime } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Result = StaffResponse<'release'>

export function ReleaseOrigin({ release }: { release: Result['release'] }) {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const { reverts, ends } = release
  return (
    <div className={css.about}>
      {release.channels.length > 0 ? (
        <p>
          {t('release.inChannels', {
            changes: t('release.changeCount', { count: release.changes }),
            channels: release.channels.map(nameOf).join(', '),
          })}
        </p>
      ) : null}
      {ends ? (
        <p>
          {t('release.endsOf')}{' '}
          <BackofficeLink to={`/backoffice/releases/${ends.id}`}>{ends.name}</BackofficeLink>
        </p>
      ) : reverts ? (
        <p>
          {t('release.takesBack')}{' '}
          <BackofficeLink to={`/backoffice/releases/${reverts.id}`}>{reverts.name}</BackofficeLink>
        </p>
      ) : null}
      {release.source === 'folder' ? <p>{t('release.source.folder')}</p> : null}
    </div>
  )
}

export function ReleaseSchedule({ result: { release, zones } }: { result: Result }) {
  const t = useTranslate()
  const zone = release.time_zone ?? zones[0]?.zone ?? 'UTC'
  const fact = (label: string, content: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{content}</dd>
    </div>
  )
  if (!release.published_at && !release.from) return null
  return (
    <dl className={css.facts}>
      {release.published_at
        ? fact(
            t('release.publishedAt'),
            <>
              <TimeZoneDateTime at={release.published_at} zone={zone} />
              {release.published_by ? (
                <p className={css.soft}>{t('release.by', { who: release.published_by.name })}</p>
              ) : null}
            </>,
          )
        : release.from
          ? fact(t('release.goesLive'), <TimeZoneDateTime at={release.from} zone={zone} exact />)
          : null}
      {release.until
        ? fact(t('release.putsBack'), <TimeZoneDateTime at={release.until} zone={zone} exact />)
        : null}
    </dl>
  )
}

/** Why the release has stopped, and the next step. */
export function StopReason({ result: { release, changed_since: conflicts } }: { result: Result }) {
  const t = useTranslate()
  const wasConflict = release.stopped?.startsWith('Changed since') ?? false
  return (
    <Notice kind="bad">
      <h2>{t('release.stoppedTitle')}</h2>
      <p>
        {conflicts.length > 0
          ? t('release.stoppedConflict')
          : wasConflict
            ? t('release.stoppedResolved')
            : t('release.stoppedOther', { reason: release.stopped ?? '' })}
      </p>
    </Notice>
  )
}

/** Whether another release undid this one, and the items that an undo left unchanged. */
export function UndoResult({ result }: { result: Result }) {
  const t = useTranslate()
  return (
    <>
      {result.undone && !result.undone.ends ? (
        <Notice kind="info">
          <p>
            {t('release.wasUndone', { who: result.undone.by?.name ?? t('byShop') })}{' '}
            <DateTime at={result.undone.at} />{' '}
            <BackofficeLink to={`/backoffice/releases/${result.undone.release.id}`}>
              {t('release.undoOf', { name: result.undone.release.name })}
            </BackofficeLink>
          </p>
        </Notice>
      ) : null}
      {result.left.length > 0 ? (
        <Notice kind="info">
          <p>{t('release.stayed')}</p>
          <Suspense>
            <UntouchedItems left={result.left} />
          </Suspense>
        </Notice>
      ) : null}
    </>
  )
}
