import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'

import { CopyDialog } from '#backoffice/modules/content/releases/CopyDialog.tsx'
import { BackofficeLink, goTo } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { PublishForm } from '#backoffice/modules/content/releases/PublishForm.tsx'
import { ReleaseChanges } from '#backoffice/modules/content/releases/ReleaseChanges.tsx'
import { ReleaseConflicts } from '#backoffice/modules/content/releases/ReleaseConflicts.tsx'
import { channelsOf } from '#backoffice/modules/content/releases/release-list.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import {
  RevertButton,
  ScheduleWithdrawn,
  UndoForm,
} from '#backoffice/modules/content/releases/ReleaseUndo.tsx'
import { ReleaseState } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { SkippedNodes } from '#backoffice/modules/content/releases/UntouchedItems.tsx'
import { ZoneMoment } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Result = StaffResponse<'release'>

/** One release: its changes, its schedule and its undo. */
export function ReleasePage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: told, error, refetch } = useQuery(staffQuery('release', { id, limit: 1 }))
  const [renaming, setRenaming] = useState(false)
  const [copying, setCopying] = useState(false)
  const up = { to: '/backoffice/releases', word: t('releases') }
  if (error && !told) {
    return (
      <>
        <PageHead title={t('release')} up={up} />
        <LoadFailure error={error} again={() => void refetch()} />
      </>
    )
  }
  if (!told) return <PageHead title={t('release')} up={up} />
  const { release } = told
  const mayWrite = staff.permissions.includes('content.write')
  const mayPublish = staff.permissions.includes('release.publish')
  const isDraft = release.state === 'draft' || release.state === 'stopped'
  const isOut = release.state === 'live' || release.state === 'ended'
  const isShopsOwn = release.source === 'end'
  return (
    <>
      <PageHead
        title={nameOfRelease(t, release)}
        up={up}
        beside={<ReleaseState state={release.state} />}
        subject={`release ${release.id}`}
        acts={
          <>
            {mayWrite && isDraft ? (
              <>
                <ActionButton aria-expanded={renaming} onClick={() => setRenaming(!renaming)}>
                  {t('release.rename')}
                </ActionButton>
                <ArchiveRelease id={release.id} />
                {release.changes > 0 ? (
                  <ActionButton onClick={() => setCopying(true)}>
                    {t('copyToChannels')}
                  </ActionButton>
                ) : null}
              </>
            ) : null}
            {!isOut && release.channels[0] ? (
              <BackofficeLink
                className={actionButtonClass()}
                to={`/backoffice/preview?channel=${release.channels[0]}&releases=${release.id}`}
              >
                <BackofficeIcon name="eye" />
                {t('preview.title')}
              </BackofficeLink>
            ) : null}
          </>
        }
      />
      <About release={release} />
      {copying ? (
        <CopyDialog
          release={release.id}
          channel={null}
          subjects={null}
          onClose={() => setCopying(false)}
        />
      ) : null}
      <div className={css.body}>
        <div className={css.main}>
          {renaming && mayWrite && isDraft ? (
            <Rename release={release} me={staff.id} onDone={() => setRenaming(false)} />
          ) : null}
          {release.state === 'stopped' ? <WhyStopped told={told} /> : null}
          {/* Text names load separately, so that the rest of the page does not wait. */}
          <Suspense>
            <ReleaseConflicts
              id={release.id}
              conflicts={told.changed_since}
              mayChoose={mayWrite && isDraft}
              me={staff.id}
            />
          </Suspense>
          {told.undone && !told.undone.ends ? (
            <Notice kind="info">
              <p>
                {t('release.wasUndone', { who: told.undone.by?.name ?? t('byShop') })}{' '}
                <Moment at={told.undone.at} />{' '}
                <BackofficeLink to={`/backoffice/releases/${told.undone.release.id}`}>
                  {t('release.undoOf', { name: told.undone.release.name })}
                </BackofficeLink>
              </p>
            </Notice>
          ) : null}
          {told.left.length > 0 ? (
            <Notice kind="info">
              <p>{t('release.stayed')}</p>
              <Suspense>
                <SkippedNodes left={told.left} />
              </Suspense>
            </Notice>
          ) : null}
          <Suspense>
            <ReleaseChanges
              id={release.id}
              mayDrop={mayWrite && isDraft}
              mayPreview={!isOut && staff.permissions.includes('preview.compose')}
            />
          </Suspense>
        </div>
        <aside className={css.side} aria-label={t('release.when')}>
          {isDraft && mayPublish && release.changes > 0 ? (
            <PublishForm
              key={release.id}
              told={told}
              me={staff.id}
              mayOverride={staff.permissions.includes('launch.override')}
            />
          ) : null}
          <When told={told} />
          {mayPublish &&
          !isShopsOwn &&
          (release.state === 'scheduled' || release.until) &&
          !isDraft &&
          release.state !== 'ended' ? (
            <ScheduleWithdrawn release={release} />
          ) : null}
          {isOut && mayPublish ? <UndoForm told={told} /> : null}
          {isOut && mayWrite ? <RevertButton release={release} /> : null}
          <History
            title={t('history')}
            asked={{ subject_kind: 'release', subject_id: release.id, limit: 20 }}
          />
        </aside>
      </div>
    </>
  )
}

function About({ release }: { release: Result['release'] }) {
  const t = useTranslate()
  const { reverts, ends } = release
  return (
    <div className={css.about}>
      {release.channels.length > 0 ? (
        <p>
          {t('release.inChannels', {
            changes: t('release.changeCount', { count: release.changes }),
            channels: channelsOf(t, release.channels),
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

function When({ told: { release, zones } }: { told: Result }) {
  const t = useTranslate()
  const zone = release.time_zone ?? zones[0]?.zone ?? 'UTC'
  const fact = (word: string, content: ReactNode) => (
    <div>
      <dt>{word}</dt>
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
              <ZoneMoment at={release.published_at} zone={zone} />
              {release.published_by ? (
                <p className={css.soft}>{t('release.by', { who: release.published_by.name })}</p>
              ) : null}
            </>,
          )
        : release.from
          ? fact(t('release.goesLive'), <ZoneMoment at={release.from} zone={zone} exact />)
          : null}
      {release.until
        ? fact(t('release.putsBack'), <ZoneMoment at={release.until} zone={zone} exact />)
        : null}
    </dl>
  )
}

/** Why the release has stopped, and the next step. */
function WhyStopped({ told: { release, changed_since: conflicts } }: { told: Result }) {
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

function Rename({
  release,
  me,
  onDone,
}: {
  release: Result['release']
  me: string
  onDone: () => void
}) {
  const t = useTranslate()
  const draft = useDraft(`${me}.rename.${release.id}`, { name: release.name })
  const action = useAction('renameRelease', {
    done: ({ name }) => t('release.renamed', { name }),
  })
  return (
    <Form
      title={t('release.rename')}
      titled={false}
      submit={t('save')}
      wrong={action.wrong}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (!(await action.run({ id: release.id, ...draft.values }))) return
        draft.clear()
        onDone()
      }}
    >
      <FormField
        label={t('name')}
        required
        maxLength={200}
        value={draft.values.name}
        onChange={({ target }) => draft.type({ name: target.value })}
      />
    </Form>
  )
}

function ArchiveRelease({ id }: { id: string }) {
  const t = useTranslate()
  const action = useAction('archiveRelease', {
    done: ({ name }) => t('release.archived', { name }),
  })
  return (
    <>
      <ActionButton
        busy={action.busy}
        onClick={() => void action.run({ id }).then((done) => done && goTo('/backoffice/releases'))}
      >
        {t('release.archive')}
      </ActionButton>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
    </>
  )
}
