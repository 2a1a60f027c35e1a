import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormTextArea } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function NoteDialog({ staff, voucher, onClose }: VoucherDialogProps) {
  const t = useTranslate()
  const draft = useDraft(`${staff.id}.case.${voucher.id}.note`, { body: '' })
  const action = useAction('addVoucherNote', { done: () => t('voucher.noteKept') })
  return (
    <ModalDialog title={t('voucher.addNote')} onClose={onClose}>
      <Form
        title={t('voucher.addNote')}
        titled={false}
        submit={t('save')}
        failure={action.failure}
        busy={action.busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (!(await action.run({ id: voucher.id, ...draft.values }))) return
          draft.clear()
          onClose()
        }}
      >
        <FormTextArea
          label={t('voucher.note')}
          hint={t('voucher.noteHelp')}
          required
          maxLength={2000}
          rows={4}
          value={draft.values.body}
          onChange={({ target }) => draft.type({ body: target.value })}
        />
      </Form>
    </ModalDialog>
  )
}
