import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

/** Changes the last day of a voucher. It ends on that day in the channel's time zone. */
export function ExtendDialog({ staff, voucher, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { id, valid_until, last_day } = voucher
  const draft = useDraft(`${staff.id}.case.${id}.extend`, { last_day: last_day ?? '', reason: '' })
  const action = useAction('extendVoucher', { done: () => t('voucher.extended') })
  return (
    <ModalDialog title={t('voucher.extend')} onClose={onClose}>
      <Form
        title={t('voucher.extend')}
        titled={false}
        submit={t('voucher.extendSubmit')}
        note={t('voucher.sevenDays')}
        failure={action.failure}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (!(await action.run({ id, valid_until, ...draft.values }))) return
          draft.clear()
          onClose()
        }}
      >
        <DateField
          label={t('voucher.extendDay')}
          required
          value={draft.values.last_day}
          onValue={(last_day) => draft.type({ last_day })}
        />
        <p role="status">
          {t('voucher.extendEffect', {
            before: last_day ? formatDay(language, last_day) : t('voucher.noEnd'),
            after: draft.values.last_day ? formatDay(language, draft.values.last_day) : '…',
          })}
        </p>
        <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
      </Form>
    </ModalDialog>
  )
}
