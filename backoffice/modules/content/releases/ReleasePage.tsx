import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { CopyDialog } from '#backoffice/modules/content/releases/CopyDialog.tsx'
import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { PublishForm } from '#backoffice/modules/content/releases/PublishForm.tsx'
import { ReleaseChanges } from '#backoffice/modules/content/releases/ReleaseChanges.tsx'
import { ReleaseConflicts } from '#backoffice/modules/content/releases/ReleaseConflicts.tsx'
import {
  ReleaseOrigin,
  UndoResult,
  ReleaseSchedule,
  StopReason,
} from '#backoffice/modules/content/releases/ReleaseFacts.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import {
  RevertButton,
  CancelSchedule,
  UndoForm,
} from '#backoffice/modules/content/releases/ReleaseUndo.tsx'
import { ReleaseStatus } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './ReleasePage.module.css'

type Result = StaffResponse<'release'>
type Release = Result['release']

/** One release: its changes, its schedule and its undo. */
export function ReleasePage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: result, error, refetch } = useQuery(staffQuery('release', { id, limit: 1 }))
  const [renaming, setRenaming] = useState(false)
  const [copying, setCopying] = useState(false)
  const parent = { to: '/backoffice/releases', label: t('releases') }
  if (error && !result) {
    return (
      <>
        <PageHead title={t('release')} parent={parent} />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!result) return <PageHead title={t('release')} parent={parent} />
  const { release } = result
  const mayWrite = staff.permissions.includes('content.write')
  const { isDraft } = stageOf(release)
  return (
    <>
      <PageHead
        title={nameOfRelease(t, release)}
        parent={parent}
        besideTitle={<ReleaseStatus state={release.state} />}
        auditSubject={`release ${release.id}`}
        actions={
          <HeadActions
            release={release}
            mayChange={mayWrite && isDraft}
            renaming={renaming}
            setRenaming={setRenaming}
            copy={() => setCopying(true)}
          />
        }
      />
      <ReleaseOrigin release={release} />
      {copying ? (
        <CopyDialog
          release={release.id}
          channel={null}
          subjects={null}
          onClose={() => setCopying(false)}
        />
      ) : null}
      <div className={css.body}>
        <Main result={result} staff={staff} renaming={renaming} setRenaming={setRenaming} />
        <Side result={result} staff={staff} />
      </div>
    </>
  )
}

const stageOf = ({ state }: Release) => ({
  isDraft: state === 'draft' || state === 'stopped',
  isPublished: state === 'live' || state === 'ended',
})

type HeadActionsProps = {
  release: Release
  mayChange: boolean
  renaming: boolean
  setRenaming: (renaming: boolean) => void
  copy: () => void
}

function HeadActions({ release, mayChange, renaming, setRenaming, copy }: HeadActionsProps) {
  const t = useTranslate()
  return (
    <>
      {mayChange ? (
        <>
          <ActionButton aria-expanded={renaming} onClick={() => setRenaming(!renaming)}>
            {t('release.rename')}
          </ActionButton>
          <ArchiveRelease id={release.id} />
          {release.changes > 0 ? (
            <ActionButton onClick={copy}>{t('copyToChannels')}</ActionButton>
          ) : null}
        </>
      ) : null}
      {!stageOf(release).isPublished && release.channels[0] ? (
        <BackofficeLink
          className={actionButtonClass()}
          to={`/backoffice/preview?channel=${release.channels[0]}&releases=${release.id}`}
        >
          <BackofficeIcon name="eye" />
          {t('preview.title')}
        </BackofficeLink>
      ) : null}
    </>
  )
}

type MainProps = {
  result: Result
  staff: Staff
  renaming: boolean
  setRenaming: (renaming: boolean) => void
}

function Main({ result, staff, renaming, setRenaming }: MainProps) {
  const { release } = result
  const mayWrite = staff.permissions.includes('content.write')
  const { isDraft, isPublished } = stageOf(release)
  return (
    <div className={css.main}>
      {renaming && mayWrite && isDraft ? (
        <Rename release={release} me={staff.id} onDone={() => setRenaming(false)} />
      ) : null}
      {release.state === 'stopped' ? <StopReason result={result} /> : null}
      {/* Text names load separately, so that the rest of the page does not wait. */}
      <Suspense>
        <ReleaseConflicts
          id={release.id}
          conflicts={result.changed_since}
          mayChoose={mayWrite && isDraft}
          me={staff.id}
        />
      </Suspense>
      <UndoResult result={result} />
      <Suspense>
        <ReleaseChanges
          id={release.id}
          mayDrop={mayWrite && isDraft}
          mayPreview={!isPublished && staff.permissions.includes('preview.compose')}
        />
      </Suspense>
    </div>
  )
}

/** When the release is published, its undo, and its history. */
function Side({ result, staff }: { result: Result; staff: Staff }) {
  const t = useTranslate()
  const { release } = result
  const mayWrite = staff.permissions.includes('content.write')
  const mayPublish = staff.permissions.includes('release.publish')
  const isEnd = release.source === 'end'
  const { isDraft, isPublished } = stageOf(release)
  return (
    <aside className={css.side} aria-label={t('release.when')}>
      {isDraft && mayPublish && release.changes > 0 ? (
        <PublishForm
          key={release.id}
          result={result}
          me={staff.id}
          mayOverride={staff.permissions.includes('launch.override')}
        />
      ) : null}
      <ReleaseSchedule result={result} />
      {mayPublish &&
      !isEnd &&
      (release.state === 'scheduled' || release.until) &&
      !isDraft &&
      release.state !== 'ended' ? (
        <CancelSchedule release={release} />
      ) : null}
      {isPublished && mayPublish ? <UndoForm result={result} me={staff.id} /> : null}
      {isPublished && mayWrite ? <RevertButton release={release} /> : null}
      <AuditHistory
        title={t('history')}
        query={{ subject_kind: 'release', subject_id: release.id, limit: 20 }}
      />
    </aside>
  )
}

function Rename({ release, me, onDone }: { release: Release; me: string; onDone: () => void }) {
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
      failure={action.failure}
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
        onClick={() =>
          void action.run({ id }).then((done) => done && navigate('/backoffice/releases'))
        }
      >
        {t('release.archive')}
      </ActionButton>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </>
  )
}
