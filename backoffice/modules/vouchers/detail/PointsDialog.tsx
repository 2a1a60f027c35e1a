import { useState } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type {
  VoucherDetail,
  VoucherDialogProps,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { randomUuid } from '#ui/lib/random-key.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { MOST_GRANTED_POINTS } from '#domain/approvals/staff-limits.ts'

type Values = { points: string; reason: string }

/** Manual points. The form shows the balance afterwards, and whether an approver is needed. */
export function PointsDialog({ staff, voucher, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const { id, balance, points_alone } = voucher
  const [key] = useState(randomUuid)
  const draft = useDraft<Values>(`${staff.id}.case.${id}.give`, { points: '', reason: '' })
  const points = Number(draft.values.points)
  const isValid = Number.isInteger(points) && points > 0
  const needsApproval = points > points_alone
  const action = useAction('grantPoints', {
    follows: ['key', 'granted'],
    done: ({ approval, available, granted }) =>
      approval !== null
        ? t('voucher.gaveAsked')
        : // After a retry the balance already includes the points.
          t(granted === balance.granted ? 'voucher.gaveBefore' : 'voucher.gave', {
            count: available,
          }),
  })
  return (
    <ModalDialog title={t('voucher.give')} onClose={onClose}>
      <Form
        title={t('voucher.give')}
        titled={false}
        submit={
          isValid
            ? t(needsApproval ? 'voucher.giveAsk' : 'voucher.giveSubmit', { count: points })
            : t('voucher.give')
        }
        note={t('voucher.giveNote')}
        failure={action.failure}
        busy={action.busy}
        off={draft.values.points === ''}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          const { reason } = draft.values
          const done = await action.run({ id, points, reason, key, granted: balance.granted })
          if (!done) return
          draft.clear()
          onClose()
        }}
      >
        <PointsFields draft={draft} voucher={voucher} points={isValid ? points : 0} />
      </Form>
    </ModalDialog>
  )
}

type PointsFieldsProps = {
  draft: ReturnType<typeof useDraft<Values>>
  voucher: VoucherDetail
  points: number
}

function PointsFields({ draft, voucher: { balance, points_alone }, points }: PointsFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <FormField
        label={t('voucher.grantPoints')}
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_GRANTED_POINTS}
        step={1}
        required
        hint={
          points_alone > 0
            ? t('voucher.giveAlone', { count: points_alone })
            : t('voucher.giveNobody')
        }
        value={draft.values.points}
        onChange={({ target }) => draft.type({ points: target.value })}
      />
      <p role="status">
        {points === 0
          ? null
          : t('voucher.giveEffect', {
              before: balance.available,
              after: balance.available + points,
            })}
      </p>
      <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
    </>
  )
}
