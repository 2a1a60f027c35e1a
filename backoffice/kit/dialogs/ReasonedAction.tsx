import { type ReactNode, useState } from 'react'

import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

type ReasonedDialogProps = {
  label: MessageKey
  help: ReactNode
  busy: boolean
  failure: string | null
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason and shows the effect before the action runs. */
export function ReasonedDialog({ label, help, busy, failure, run, onClose }: ReasonedDialogProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  return (
    <ModalDialog title={t(label)} onClose={onClose}>
      <Form
        title={t(label)}
        titled={false}
        submit={t(label)}
        failure={failure}
        busy={busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          if (await run(reason.trim())) onClose()
        }}
      >
        <p>{help}</p>
        <ReasonField value={reason} onValue={setReason} />
      </Form>
    </ModalDialog>
  )
}

/** A button that opens a `ReasonedDialog`. */
export function ReasonedAction({
  variant = 'bad',
  ...dialog
}: Omit<ReasonedDialogProps, 'onClose'> & { variant?: 'bad' | 'main' | 'quiet' }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <ActionButton variant={variant} onClick={() => setOpen(true)}>
        {t(dialog.label)}
      </ActionButton>
      {open ? <ReasonedDialog {...dialog} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
