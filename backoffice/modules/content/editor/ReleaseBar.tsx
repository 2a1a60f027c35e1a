import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { ScheduleDialog } from '#backoffice/modules/content/editor/ScheduleDialog.tsx'
import type { Saving } from '#backoffice/modules/content/editor/use-saving.ts'
import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { SaveBar } from '#backoffice/kit/page/SaveBar.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { Planned } from '#backoffice/modules/content/releases/ReleaseOverlaps.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './ReleaseBar.module.css'

type ReleaseBarProps = {
  staff: Staff
  saving: Saving
  /** The number of edited texts. */
  count: number
  /** Clears the input and returns what restores it. */
  discard: () => () => void
  children?: React.ReactNode
}

/** The release that receives the unsaved changes, with actions. It stays at the bottom of the window. */
export function ReleaseBar({ staff, saving, count, discard, children }: ReleaseBarProps) {
  const t = useTranslate()
  const { release, failure, issues, unpublished, planned: overlaps } = saving
  const zone = useTimeZone()
  const releaseQuery = useQuery({
    ...staffQuery('release', { id: release }),
    enabled: release !== '',
  })
  const storedCount = releaseQuery.data?.changes.length ?? 0
  const name = releaseQuery.data?.release.name ?? ''
  const mayPublish = staff.permissions.includes('release.publish')
  const bar = useRef<HTMLElement>(null)
  const focusField = useFocusBack(bar)
  // After a save the button is disabled and loses the focus, so the last edited field gets it.
  async function save(mode: 'add' | 'publish') {
    if (await saving.save(mode)) focusField()
  }
  function publishText() {
    if (!mayPublish || (count === 0 && storedCount === 0)) return null
    if (overlaps.length > 0) return t('publishAnyway')
    return release === '' || storedCount === 0 ? t('publishNow') : t('publishAllNow', { name })
  }
  if (!staff.permissions.includes('content.write')) return null
  if (count === 0 && release === '' && !failure && overlaps.length === 0) return null
  return (
    <SaveBar
      ref={bar}
      label={t('saving')}
      status={count === 0 ? t('noUnsavedChanges') : t('unsavedChanges', { count })}
      messages={
        <>
          {failure ? <Notice kind="bad">{failure}</Notice> : null}
          {unpublished && Object.keys(issues).length > 0 ? (
            <Notice kind="warn">{t('notPublishedYet')}</Notice>
          ) : null}
          <div role="alert">
            <Planned overlaps={overlaps} zone={zone} />
          </div>
        </>
      }
      actions={
        <SaveActions
          saving={saving}
          count={count}
          publishText={publishText()}
          save={save}
          discard={discard}
        />
      }
    >
      <ReleaseField release={release} name={name} />
      {release === '' ? null : (
        <BackofficeLink to={`/backoffice/releases/${release}`}>{t('toRelease')}</BackofficeLink>
      )}
      {children}
      <ScheduleButton saving={saving} isShown={publishText() !== null} />
    </SaveBar>
  )
}

/** Its dialog stays open while the draft that it has just saved is read. */
function ScheduleButton({ saving, isShown }: { saving: Saving; isShown: boolean }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isShown ? (
        <ActionButton variant="plain" icon="calendar" onClick={() => setOpen(true)}>
          {t('schedule.open')}
        </ActionButton>
      ) : null}
      {isOpen ? <ScheduleDialog saving={saving} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Returns a function that focuses the field that last had the focus outside the bar. */
function useFocusBack(bar: RefObject<HTMLElement | null>) {
  const field = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const rememberField = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !bar.current?.contains(target)) field.current = target
    }
    document.addEventListener('focusin', rememberField)
    return () => document.removeEventListener('focusin', rememberField)
  }, [])
  return () => field.current?.focus({ preventScroll: true })
}

function ReleaseField({ release, name }: { release: string; name: string }) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const drafts = useQuery(staffQuery('releases', { state: 'draft', limit: 100 }))
  const others = (drafts.data?.items ?? []).filter(({ id }) => id !== release)
  return (
    <label className={css.release}>
      <span>{t('intoRelease')}</span>
      <select
        value={release}
        onChange={({ target }) => change({ release: target.value }, { replace: true })}
      >
        <option value="">{t('newRelease')}</option>
        {release === '' ? null : <option value={release}>{name}</option>}
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type SaveActionsProps = {
  saving: Saving
  count: number
  /** null: there is nothing to publish, or the user may not. */
  publishText: string | null
  save: (mode: 'add' | 'publish') => Promise<void>
  discard: () => () => void
}

function SaveActions({ saving, count, publishText, save, discard }: SaveActionsProps) {
  const t = useTranslate()
  const discardAll = useDiscard()
  const { busy } = saving
  return (
    <>
      {count > 0 ? (
        <ActionButton
          variant="plain"
          onClick={() => {
            saving.clearError()
            discardAll(discard)
          }}
        >
          {t('discard')}
        </ActionButton>
      ) : null}
      <ActionButton
        variant={publishText === null ? 'main' : 'quiet'}
        busy={busy === 'add'}
        disabled={count === 0}
        onClick={() => void save('add')}
      >
        {t('addToRelease')}
      </ActionButton>
      {publishText !== null ? (
        <ActionButton variant="main" busy={busy === 'publish'} onClick={() => void save('publish')}>
          {publishText}
        </ActionButton>
      ) : null}
    </>
  )
}
