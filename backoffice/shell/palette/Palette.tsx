import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { useModal } from '#backoffice/kit/dialogs/use-modal.ts'
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

type PaletteProps = { staff: Staff; onClose: () => void; signOut: () => void }

/** Searches pages, actions, channels, gifts, people, employers and campaigns. The focus stays in the search box, also for the arrow keys. */
export function Palette({ staff, onClose, signOut }: PaletteProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  // The key of the active result, because results of the server can change its position. null: the best result.
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const local = usePaletteResults(staff, typed, signOut)
  const server = useServerFinds(staff, typed.trim())
  const results = ranked([...local, ...server.finds], typed)
  const active = Math.max(
    results.findIndex(({ key }) => key === activeKey),
    0,
  )
  useModal(dialog)
  useScrollIntoView(`${id}-${active}`)

  function open(result: RankedFind | undefined, inNewTab = false) {
    if (!result) return
    if (result.to !== undefined && inNewTab)
      return void window.open(result.to, '_blank', 'noopener')
    onClose()
    if (result.to === undefined) void result.run?.()
    else navigate(result.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key]
    if (step !== undefined) setActiveKey(results.at((active + step) % results.length)?.key ?? null)
    else if (event.key === 'Enter') open(results[active], event.ctrlKey || event.metaKey)
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
      <SearchBox
        id={id}
        active={results.length > 0 ? active : null}
        typed={typed}
        onType={(text) => {
          setTyped(text)
          setActiveKey(null)
        }}
        onKeyDown={onKeyDown}
      />
      <ResultList id={id} results={results} active={active} open={open} />
      <ResultStatus count={countOf(results)} isPending={server.isPending} />
      <PaletteKeys />
    </dialog>
  )
}

const countOf = (results: readonly RankedFind[]) =>
  results.reduce((sum, { more = 1 }) => sum + more, 0)

function useScrollIntoView(id: string) {
  useEffect(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }), [id])
}

/** The number of results for screen readers. An empty result is visible too. */
function ResultStatus({ count, isPending }: { count: number; isPending: boolean }) {
  const t = useTranslate()
  const hasNoResults = count === 0 && !isPending
  return (
    <p className={hasNoResults ? css.nothing : 'visually-hidden'} role="status">
      {hasNoResults ? t('noSearchResults') : count > 0 ? t('foundCount', { count }) : null}
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

type SearchBoxProps = {
  id: string
  /** null: nothing was found. */
  active: number | null
  typed: string
  onType: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchBox({ id, active, typed, onType, onKeyDown }: SearchBoxProps) {
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

type ResultListProps = {
  id: string
  results: readonly RankedFind[]
  active: number
  open: (result: RankedFind, inNewTab: boolean) => void
}

function ResultList({ id, results, active, open }: ResultListProps) {
  const t = useTranslate()
  return (
    <div id={`${id}-list`} className={css.list} role="listbox" aria-label={t('found')}>
      {results.map((result, index) => (
        <div key={result.key} role="presentation">
          {result.group === results[index - 1]?.group ? null : (
            <div className={css.group} role="presentation">
              {result.group}
            </div>
          )}
          {/* Keyboard users choose with the keys of the search box. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
          <div
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classNames(css.option, index === active && css.active)}
            onClick={(event) => open(result, event.ctrlKey || event.metaKey)}
          >
            <BackofficeIcon name={result.icon} />
            <span className={css.name}>
              {result.name}{' '}
              {result.reason === undefined ? null : (
                <span className={css.soft}>{result.reason ?? t('foundElsewhere')}</span>
              )}
            </span>{' '}
            {result.detail ? <span className={css.detail}>{result.detail}</span> : null}
          </div>
        </div>
      ))}
    </div>
  )
}
