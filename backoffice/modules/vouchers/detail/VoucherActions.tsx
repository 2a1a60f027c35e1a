import { useEffect, useEffectEvent } from 'react'

import type {
  Case,
  VoucherAction,
  PlainAction,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { isForTheField } from '#backoffice/kit/page/is-key-for-field.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Key } from '#backoffice/kit/display/ShortcutKey.tsx'
import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './VoucherActions.module.css'

type Offered = { kind: PlainAction; label: MessageKey }
const KEYS: Partial<Record<string, PlainAction>> = { r: 'replace', g: 'give', n: 'note' }

type CaseActionsProps = { staff: Staff; found: Case; open: (action: VoucherAction) => void }

/** What can be done, by the keyboard as well; on a phone where the thumb is. */
export function CaseActions({ staff, found, open }: CaseActionsProps) {
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
    <div className={css.actions} role="group" aria-label={t('voucher.actions')}>
      {may('replace') ? (
        <ActionButton look="main" onClick={() => open({ kind: 'replace' })}>
          {t('voucher.replace')}
          <KeyOf name="r" />
        </ActionButton>
      ) : null}
      {may('give') ? (
        <ActionButton onClick={() => open({ kind: 'give' })}>
          {t('voucher.give')}
          <KeyOf name="g" />
        </ActionButton>
      ) : null}
      {may('note') ? (
        <ActionButton onClick={() => open({ kind: 'note' })}>
          {t('voucher.addNote')}
          <KeyOf name="n" />
        </ActionButton>
      ) : null}
      {rest.length > 0 ? <MoreActions rest={rest} open={open} /> : null}
    </div>
  )
}

function MoreActions({ rest, open }: { rest: readonly Offered[]; open: CaseActionsProps['open'] }) {
  const t = useTranslate()
  const items = rest.map(({ kind, label }) => ({
    key: kind,
    label: t(label),
    run: () => open({ kind }),
  }))
  return <ActionMenu label={t('voucher.more')} items={items} />
}

const KeyOf = ({ name }: { name: string }) => (
  <span className={css.key} aria-hidden="true">
    <Key>{name.toUpperCase()}</Key>
  </span>
)

/** Actions that the role allows and the voucher's state permits. */
function offeredTo(
  { permissions }: Staff,
  { state, last3, mailed_to, codes_replaced }: Case,
): Offered[] {
  if (state === 'erased') return []
  const offered: Offered[] = []
  const change = permissions.includes('voucher.change')
  if (change && (last3 !== '' || codes_replaced > 0)) {
    offered.push({ kind: 'replace', label: 'voucher.replace' })
  }
  if (permissions.includes('points.give') && state !== 'ended') {
    offered.push({ kind: 'give', label: 'voucher.give' })
  }
  if (permissions.includes('inbox.read')) offered.push({ kind: 'note', label: 'voucher.addNote' })
  if (permissions.includes('inbox.answer') && state === 'open') {
    offered.push({ kind: 'act', label: 'voucher.act' })
  }
  if (permissions.includes('person.erase')) {
    offered.push({ kind: 'personal', label: 'time.personal' })
  }
  if (!change) return offered
  if (mailed_to && state === 'open') offered.push({ kind: 'resend', label: 'voucher.resend' })
  offered.push({ kind: 'extend', label: 'voucher.extend' })
  offered.push(
    state === 'blocked'
      ? { kind: 'unblock', label: 'voucher.unblock' }
      : { kind: 'block', label: 'voucher.block' },
  )
  if (state === 'open') offered.push({ kind: 'expire', label: 'voucher.expire' })
  return offered
}
