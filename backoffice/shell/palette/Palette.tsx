import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

import { addOpenDialog } from '#backoffice/kit/dialogs/open-dialogs.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'
import { type RankedFind, ranked } from '#backoffice/shell/palette/rank-finds.ts'
import { usePaletteResults } from '#backoffice/shell/palette/use-palette-results.ts'
import { useServerFinds } from '#backoffice/shell/palette/use-server-finds.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Palette.module.css'

type PaletteProps = { staff: Staff; onClose: () => void; leave: () => void }

/** Pages, actions, channels, gifts and people by a few letters. The focus stays in the box; the arrows walk the list. */
export function Palette({ staff, onClose, leave }: PaletteProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  // By its key: results of the server can move it. null: the best result.
  const [at, setAt] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const local = usePaletteResults(staff, typed, leave)
  const answered = useServerFinds(staff, typed.trim())
  const finds = ranked([...local, ...answered.finds], typed)
  const active = Math.max(
    finds.findIndex(({ key }) => key === at),
    0,
  )
  useModal(dialog)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function take(find: RankedFind | undefined, elsewhere = false) {
    if (!find) return
    if (find.to !== undefined && elsewhere) return void window.open(find.to, '_blank', 'noopener')
    onClose()
    if (find.to === undefined) void find.run?.()
    else navigate(find.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step !== undefined) setAt(finds.at((active + step) % finds.length)?.key ?? null)
    else if (event.key === 'Enter') take(finds[active], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    // Escape is the dialog's own cancel event.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('searchOrRun')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <FindBox
        id={id}
        active={finds.length > 0 ? active : null}
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setAt(null)
        }}
        onKeyDown={onKeyDown}
      />
      <FindList id={id} finds={finds} active={active} take={take} />
      <FoundStatus count={finds.length} isPending={answered.isPending} />
      <PaletteKeys />
    </dialog>
  )
}

/** The number of results for screen readers. An empty result is visible too. */
function FoundStatus({ count, isPending }: { count: number; isPending: boolean }) {
  const t = useTranslate()
  const isNothing = count === 0 && !isPending
  return (
    <p className={isNothing ? css.nothing : 'visually-hidden'} role="status">
      {isNothing ? t('noSearchResults') : count > 0 ? t('foundCount', { count }) : null}
    </p>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const KEYS: readonly [string, MessageKey][] = [
  ['↑ ↓', 'keySelect'],
  ['Enter', 'keyOpen'],
  ['Ctrl Enter', 'keyNewTab'],
  ['Esc', 'keyClose'],
]

function PaletteKeys() {
  const t = useTranslate()
  return (
    <p className={css.foot} aria-hidden="true">
      {KEYS.map(([key, label]) => (
        <span key={label}>
          <ShortcutKey>{key}</ShortcutKey> {t(label)}
        </span>
      ))}
    </p>
  )
}

/** Opens the dialog, and gives the focus back when it closes. */
function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    const end = dialog.current ? addOpenDialog(dialog.current) : undefined
    return () => {
      end?.()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
}

type FindBoxProps = {
  id: string
  /** null: nothing was found. */
  active: number | null
  typed: string
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function FindBox({ id, active, typed, onType, onKeyDown }: FindBoxProps) {
  const t = useTranslate()
  return (
    <div className={css.box}>
      <BackofficeIcon name="search" />
      <input
        className={css.input}
        role="combobox"
        aria-label={t('searchOrRun')}
        placeholder={t('searchOrRun')}
        aria-expanded={active !== null}
        aria-controls={`${id}-list`}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

type FindListProps = {
  id: string
  finds: readonly RankedFind[]
  active: number
  take: (find: RankedFind, elsewhere: boolean) => void
}

function FindList({ id, finds, active, take }: FindListProps) {
  const t = useTranslate()
  return (
    <div id={`${id}-list`} className={css.list} role="listbox" aria-label={t('found')}>
      {finds.map((find, index) => (
        <div key={find.key} role="presentation">
          {find.group === finds[index - 1]?.group ? null : (
            <div className={css.group} role="presentation">
              {find.group}
            </div>
          )}
          {/* The keyboard picks through the box, where the focus is. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classNames(css.option, index === active && css.active)}
            onClick={(event) => take(find, event.ctrlKey || event.metaKey)}
          >
            <BackofficeIcon name={find.icon} />
            <span className={css.name}>
              {find.name}{' '}
              {find.reason === undefined ? null : (
                <span className={css.soft}>{find.reason ?? t('foundElsewhere')}</span>
              )}
            </span>{' '}
            {find.detail ? <span className={css.detail}>{find.detail}</span> : null}
          </div>
        </div>
      ))}
    </div>
  )
}
