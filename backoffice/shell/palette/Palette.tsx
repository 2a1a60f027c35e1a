import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { type Find, usePaletteResults } from '#backoffice/shell/palette/use-palette-results.ts'
import { useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { nameOfRelease } from '#backoffice/modules/content/releases/release-name.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { endOfCode } from '#domain/vouchers/voucher-code.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Palette.module.css'

/** From this length the server is searched too. Its results are appended to the local ones. */
const ASKED_FROM = 2

type PaletteProps = { staff: Staff; onClose: () => void; leave: () => void }

/** Pages, actions, channels, gifts and people by a few letters. The focus stays in the box; the arrows walk the list. */
export function Palette({ staff, onClose, leave }: PaletteProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const local = usePaletteResults(staff, typed, leave)
  const answered = useServerFinds(staff, typed.trim())
  const finds = [...local, ...answered]
  const active = Math.min(at, finds.length - 1)
  useModal(dialog)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function take(find: Find | undefined, elsewhere = false) {
    if (!find) return
    if (find.to !== undefined && elsewhere) return void window.open(find.to, '_blank', 'noopener')
    onClose()
    if (find.to === undefined) void find.run?.()
    else navigate(find.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setAt((active + 1) % Math.max(1, finds.length))
    else if (event.key === 'ArrowUp') setAt((active - 1 + finds.length) % Math.max(1, finds.length))
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
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <FindList id={id} finds={finds} active={active} take={take} />
      <p className={css.foot} role="status">
        {finds.length > 0 ? t('foundCount', { count: finds.length }) : t('noSearchResults')}
      </p>
    </dialog>
  )
}

/** Opens the dialog, and gives the focus back when it closes. */
function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
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
      <ShortcutKey>Esc</ShortcutKey>
    </div>
  )
}

type FindListProps = {
  id: string
  finds: readonly Find[]
  active: number
  take: (find: Find, elsewhere: boolean) => void
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
            <span>
              {find.name} {find.detail ? <span className={css.soft}>{find.detail}</span> : null}
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

function useServerFinds(staff: Staff, typed: string): Find[] {
  const people = usePeople(staff, useDeferredValue(typed))
  const holders = useHolders(staff, useDeferredValue(typed))
  const gifts = useGifts(staff, useDeferredValue(typed))
  const releases = useReleases(staff, useDeferredValue(typed))
  return [...gifts, ...releases, ...holders, ...people]
}

/** Vouchers by the data that staff can search. */
function useHolders(staff: Staff, typed: string): Find[] {
  const t = useTranslate()
  const { nameOf } = useChannels()
  const asks = typed.length >= ASKED_FROM && staff.permissions.includes('order.read')
  const { data } = useQuery({
    ...staffQuery('vouchers', { search: endOfCode(typed), limit: 6 }),
    enabled: asks,
  })
  if (!asks) return []
  return (data?.items ?? []).map(({ id, name, last3, channel }) => ({
    key: `holder ${id}`,
    group: t('voucher.holders'),
    icon: 'account' as const,
    name: name || t('voucher.unnamed'),
    detail: `···${last3}, ${nameOf(channel)}`,
    to: `/backoffice/recipients/${id}`,
  }))
}

function useGifts(staff: Staff, typed: string): Find[] {
  const t = useTranslate()
  const asks = typed.length >= ASKED_FROM && staff.permissions.includes('catalogue.read')
  const { data } = useQuery({
    ...staffQuery('gifts', { search: typed, limit: 6 }),
    enabled: asks,
  })
  if (!asks) return []
  return (data?.items ?? []).map(({ id, name, brand }) => ({
    key: `gift ${id}`,
    group: t('gifts'),
    icon: 'gift' as const,
    name,
    detail: brand.name,
    to: `/backoffice/gifts/${id}`,
  }))
}

function useReleases(staff: Staff, typed: string): Find[] {
  const t = useTranslate()
  const asks = typed.length >= ASKED_FROM && staff.permissions.includes('content.read')
  const { data } = useQuery({
    ...staffQuery('releases', { search: typed, limit: 6 }),
    enabled: asks,
  })
  if (!asks) return []
  return (data?.items ?? []).map((release) => ({
    key: `release ${release.id}`,
    group: t('releases'),
    icon: 'text' as const,
    name: nameOfRelease(t, release),
    detail: t(`release.state.${release.state}`),
    to: `/backoffice/releases/${release.id}`,
  }))
}

function usePeople(staff: Staff, typed: string): Find[] {
  const t = useTranslate()
  const asks = typed.length >= ASKED_FROM && staff.permissions.includes('staff.manage')
  const { data } = useQuery({
    ...staffQuery('staff', { search: typed, limit: 6, state: 'here' }),
    enabled: asks,
  })
  if (!asks) return []
  return (data?.items ?? []).map(({ id, name, email, role }) => ({
    key: `staff ${id}`,
    group: t('staff'),
    icon: 'account' as const,
    name,
    detail: `${t(`role.${role}`)}, ${email}`,
    to: `/backoffice/staff/${id}`,
  }))
}
