import { useEffect, useEffectEvent } from 'react'

import type {
  Case,
  CaseAction,
  PlainAction,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { isForTheField } from '#backoffice/kit/page/is-key-for-field.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Key } from '#backoffice/kit/display/ShortcutKey.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './VoucherActions.module.css'

type Offered = { kind: PlainAction; word: WordKey }
const KEYS: Partial<Record<string, PlainAction>> = { r: 'replace', g: 'give', n: 'note' }

/** What can be done, by the keyboard as well; on a phone where the thumb is. */
export function CaseActions({
  staff,
  found,
  open,
}: {
  staff: Staff
  found: Case
  open: (action: CaseAction) => void
}) {
  const t = useTranslate()
  const offered = offeredTo(staff, found)
  const may = (kind: PlainAction) => offered.some((one) => one.kind === kind)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isForTheField(event)) return
    const kind = KEYS[event.key]
    if (!kind || !may(kind)) return
    event.preventDefault()
    open({ kind })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (offered.length === 0) return null
  const rest = offered.filter(
    ({ kind }) => kind !== 'replace' && kind !== 'give' && kind !== 'note',
  )
  return (
    <div className={css.actions} role="group" aria-label={t('case.actions')}>
      {may('replace') ? (
        <ActionButton look="main" onClick={() => open({ kind: 'replace' })}>
          {t('case.replace')}
          <KeyOf name="r" />
        </ActionButton>
      ) : null}
      {may('give') ? (
        <ActionButton onClick={() => open({ kind: 'give' })}>
          {t('case.give')}
          <KeyOf name="g" />
        </ActionButton>
      ) : null}
      {may('note') ? (
        <ActionButton onClick={() => open({ kind: 'note' })}>
          {t('case.note')}
          <KeyOf name="n" />
        </ActionButton>
      ) : null}
      {rest.length > 0 ? (
        <Popover label={t('case.more')} faceClass={actionButtonClass()} face={t('case.more')}>
          {(close) => (
            <ul className={css.rest}>
              {rest.map(({ kind, word }) => (
                <li key={kind}>
                  <button
                    type="button"
                    onClick={() => {
                      close()
                      open({ kind })
                    }}
                  >
                    {t(word)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Popover>
      ) : null}
    </div>
  )
}

const KeyOf = ({ name }: { name: string }) => (
  <span className={css.key} aria-hidden="true">
    <Key>{name.toUpperCase()}</Key>
  </span>
)

/** What the role may, and what makes sense as it stands. */
function offeredTo(
  { permissions }: Staff,
  { state, last3, mailed_to, codes_replaced }: Case,
): Offered[] {
  if (state === 'erased') return []
  const offered: Offered[] = []
  const change = permissions.includes('voucher.change')
  if (change && (last3 !== '' || codes_replaced > 0)) {
    offered.push({ kind: 'replace', word: 'case.replace' })
  }
  if (permissions.includes('points.give') && state !== 'ended') {
    offered.push({ kind: 'give', word: 'case.give' })
  }
  if (permissions.includes('inbox.read')) offered.push({ kind: 'note', word: 'case.note' })
  if (permissions.includes('inbox.answer') && state === 'open') {
    offered.push({ kind: 'act', word: 'case.act' })
  }
  if (permissions.includes('person.erase')) {
    offered.push({ kind: 'personal', word: 'time.personal' })
  }
  if (!change) return offered
  if (mailed_to && state === 'open') offered.push({ kind: 'resend', word: 'case.resend' })
  offered.push({ kind: 'extend', word: 'case.extend' })
  offered.push(
    state === 'blocked'
      ? { kind: 'unblock', word: 'case.unblock' }
      : { kind: 'block', word: 'case.block' },
  )
  if (state === 'open') offered.push({ kind: 'expire', word: 'case.expire' })
  return offered
}
