import { ImpersonationDialog } from '#backoffice/modules/vouchers/detail/ImpersonationDialog.tsx'
import type {
  VoucherAction,
  VoucherDialogProps,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { ExtendDialog } from '#backoffice/modules/vouchers/detail/ExtendDialog.tsx'
import { NoteDialog } from '#backoffice/modules/vouchers/detail/NoteDialog.tsx'
import { PersonalDataDialog } from '#backoffice/modules/vouchers/detail/PersonalDataDialog.tsx'
import { RevealPersonDialog } from '#backoffice/modules/vouchers/detail/RevealPersonDialog.tsx'
import { PointsDialog } from '#backoffice/modules/vouchers/detail/PointsDialog.tsx'
import { ReasonDialog } from '#backoffice/modules/vouchers/detail/ReasonDialog.tsx'
import { ReplaceCodeDialog } from '#backoffice/modules/vouchers/detail/ReplaceCodeDialog.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** One action. Its effect is shown above the button. */
export function VoucherActionDialog({
  action,
  ...props
}: VoucherDialogProps & { action: VoucherAction }) {
  switch (action.kind) {
    case 'grant-points':
      return <PointsDialog {...props} />
    case 'extend':
      return <ExtendDialog {...props} />
    case 'replace':
      return <ReplaceCodeDialog {...props} />
    case 'note':
      return <NoteDialog {...props} />
    case 'reveal-person':
      return <RevealPersonDialog {...props} />
    case 'impersonate':
      return <ImpersonationDialog {...props} />
    case 'personal-data':
      return <PersonalDataDialog {...props} />
    case 'block':
      return <BlockDialog {...props} />
    case 'unblock':
      return <UnblockDialog {...props} />
    case 'expire':
      return <ExpireDialog {...props} />
    case 'resend':
      return <ResendDialog {...props} />
    case 'undo':
      return <UndoDialog {...props} auditId={action.auditId} />
    case 'withdraw-points':
      return <WithdrawPointsDialog {...props} grant={action.grant} points={action.points} />
  }
}

function BlockDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const { id, balance } = props.voucher
  const action = useAction('blockVoucher', { done: () => t('voucher.blocked') })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.block')}
      effect={t('voucher.blockEffect', { count: balance.available })}
      note={t('voucher.sevenDays')}
      run={(reason) => action.run({ id, reason })}
    />
  )
}

function UnblockDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const { id, balance } = props.voucher
  const action = useAction('unblockVoucher', { done: () => t('voucher.unblocked') })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.unblock')}
      effect={t('voucher.unblockEffect', { count: balance.available })}
      note={t('voucher.sevenDays')}
      run={(reason) => action.run({ id, reason })}
    />
  )
}

function ExpireDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { id, balance, valid_until, last_day } = props.voucher
  const action = useAction('expireVoucher', { done: () => t('voucher.expired') })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.expire')}
      effect={t('voucher.expireEffect', {
        before: last_day ? formatDay(language, last_day) : t('voucher.noEnd'),
        count: balance.available,
      })}
      note={t('voucher.sevenDays')}
      run={(reason) => action.run({ id, reason, valid_until })}
    />
  )
}

/** Resends the voucher mail with a new code, because codes are not stored in readable form. */
function ResendDialog(props: VoucherDialogProps) {
  const t = useTranslate()
  const { batch, mailed_to } = props.voucher
  const action = useAction('mailRecipient', { done: () => t('voucher.resent') })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.resend')}
      submit={t('voucher.resendShort')}
      effect={t('voucher.resendEffect', { mail: mailed_to?.email ?? '' })}
      note={t('voucher.resendNote')}
      run={(reason) => action.run({ id: batch.id, recipient: mailed_to?.person ?? '', reason })}
    />
  )
}

function UndoDialog({ auditId, ...props }: VoucherDialogProps & { auditId: string }) {
  const t = useTranslate()
  const { id } = props.voucher
  const action = useAction('undoVoucherAction', { done: () => t('voucher.undone') })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.undo')}
      effect={t('voucher.undoEffect')}
      run={(reason) => action.run({ id, line: auditId, reason })}
    />
  )
}

function WithdrawPointsDialog({
  grant,
  points,
  ...props
}: VoucherDialogProps & { grant: string; points: number }) {
  const t = useTranslate()
  const { id } = props.voucher
  const action = useAction('withdrawPoints', {
    done: ({ available }) => t('voucher.backDone', { count: available }),
  })
  return (
    <ReasonDialog
      {...props}
      {...action}
      title={t('voucher.takeBack')}
      submit={t('voucher.backSubmit', { count: points })}
      effect={t('voucher.backEffect', { count: points })}
      run={(reason) => action.run({ id, grant, reason })}
    />
  )
}
