import { type ReactNode, useState } from 'react'

import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

/** A button that asks for a reason and shows the effect before it runs. */
export function ReasonedAction({
  label,
  look = 'bad',
  help,
  busy,
  wrong,
  run,
}: {
  label: MessageKey
  look?: 'bad' | 'main' | 'quiet'
  help: ReactNode
  busy: boolean
  wrong: string | null
  run: (reason: string) => Promise<unknown>
}) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <div>
      <ActionButton look={look} onClick={() => setOpen(true)}>
        {t(label)}
      </ActionButton>
      {open ? (
        <ModalDialog title={t(label)} onClose={() => setOpen(false)}>
          <Form
            title={t(label)}
            titled={false}
            submit={t(label)}
            wrong={wrong}
            busy={busy}
            changed={false}
            onDiscard={() => {}}
            onSubmit={async () => {
              if (!(await run(reason.trim()))) return
              setOpen(false)
              setReason('')
            }}
          >
            <p>{help}</p>
            <ReasonField value={reason} onValue={setReason} />
          </Form>
        </ModalDialog>
      ) : null}
    </div>
  )
}
