import { useEffect, useEffectEvent } from 'react'

import type {
  VoucherDetail,
  VoucherAction,
  PlainAction,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { isKeyForField } from '#backoffice/kit/page/is-key-for-field.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './VoucherActions.module.css'

type OfferedAction = { kind: PlainAction; label: MessageKey }

/** Buttons with a key of their own. On a phone they have short names. */
const BUTTONS: readonly (OfferedAction & { short: MessageKey; key: string })[] = [
  { kind: 'grant-points', label: 'voucher.give', short: 'voucher.grantPoints', key: 'g' },
  { kind: 'replace', label: 'voucher.replace', short: 'voucher.code', key: 'r' },
  { kind: 'note', label: 'voucher.addNote', short: 'voucher.note', key: 'n' },
]

type VoucherActionsProps = {
  staff: Staff
  voucher: VoucherDetail
  onOpen: (action: VoucherAction) => void
}

/** The actions on a voucher, with keyboard shortcuts. On a phone they are at the bottom. */
export function VoucherActions({ staff, voucher, onOpen }: VoucherActionsProps) {
  const t = useTranslate()
  const offered = offeredActions(staff, voucher)
  const isOffered = (kind: PlainAction) => offered.some((action) => action.kind === kind)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyForField(event)) return
    const kind = BUTTONS.find(({ key }) => key === event.key)?.kind
    if (!kind || !isOffered(kind)) return
    event.preventDefault()
    onOpen({ kind })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (offered.length === 0) return null
  const otherActions = offered.filter(({ kind }) => !BUTTONS.some((button) => button.kind === kind))
  return (
    <div className={css.actions} role="group" aria-label={t('voucher.actions')}>
      {BUTTONS.filter(({ kind }) => isOffered(kind)).map(({ kind, label, short, key }) => (
        <ActionButton
          key={kind}
          variant={kind === 'grant-points' ? 'main' : 'quiet'}
          aria-label={t(label)}
          aria-keyshortcuts={key.toUpperCase()}
          title={`${t(label)} (${key.toUpperCase()})`}
          onClick={() => onOpen({ kind })}
        >
          <span className={css.long}>{t(label)}</span>
          <span className={css.short}>{t(short)}</span>
        </ActionButton>
      ))}
      {otherActions.length > 0 ? <MoreActions actions={otherActions} onOpen={onOpen} /> : null}
    </div>
  )
}

function MoreActions({
  actions,
  onOpen,
}: {
  actions: readonly OfferedAction[]
  onOpen: VoucherActionsProps['onOpen']
}) {
  const t = useTranslate()
  const items = actions.map(({ kind, label }) => ({
    key: kind,
    label: t(label),
    run: () => onOpen({ kind }),
  }))
  return <ActionMenu label={t('moreActions')} items={items} />
}

/** Actions that the role allows and the voucher's state permits. */
function offeredActions(
  { permissions }: Staff,
  { state, last3, mailed_to, codes_replaced }: VoucherDetail,
): OfferedAction[] {
  if (state === 'erased') return []
  const offered: OfferedAction[] = []
  const canChange = permissions.includes('voucher.change')
  if (canChange && (last3 !== '' || codes_replaced > 0)) {
    offered.push({ kind: 'replace', label: 'voucher.replace' })
  }
  if (permissions.includes('points.grant') && state !== 'ended') {
    offered.push({ kind: 'grant-points', label: 'voucher.give' })
  }
  if (permissions.includes('inbox.read')) offered.push({ kind: 'note', label: 'voucher.addNote' })
  if (permissions.includes('inbox.answer') && state === 'open') {
    offered.push({ kind: 'impersonate', label: 'voucher.act' })
  }
  if (permissions.includes('personal-data.erase')) {
    offered.push({ kind: 'personal-data', label: 'privacy.personal' })
  }
  if (!canChange) return offered
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
