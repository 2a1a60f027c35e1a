import { type ReactNode } from 'react'

import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { VoucherDialogProps } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'

/** A dialog for an action that needs only a reason. */
export function ReasonDialog({
  staff,
  voucher,
  title,
  submit = title,
  effect,
  note,
  failure,
  busy,
  run,
  staysOpen = false,
  onClose,
}: VoucherDialogProps & {
  title: string
  submit?: string
  effect: ReactNode
  note?: string
  failure: string | null
  busy: boolean
  run: (reason: string) => Promise<unknown>
  /** The dialog stays open and shows the response. */
  staysOpen?: boolean
}) {
  const draft = useDraft(`${staff.id}.case.${voucher.id}.${title}`, { reason: '' })
  return (
    <ModalDialog title={title} onClose={onClose}>
      <Form
        title={title}
        titled={false}
        submit={submit}
        {...(note === undefined ? {} : { note })}
        failure={failure}
        busy={busy}
        changed={draft.changed}
        onDiscard={draft.clear}
        onSubmit={async () => {
          if (!(await run(draft.values.reason))) return
          draft.clear()
          if (!staysOpen) onClose()
        }}
      >
        <p>{effect}</p>
        <ReasonField value={draft.values.reason} onValue={(reason) => draft.type({ reason })} />
      </Form>
    </ModalDialog>
  )
}
