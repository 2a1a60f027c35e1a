import { useState } from 'react'

import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { ReasonField } from '#backoffice/kit/form/ReasonField.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

/** Calls that end sessions or tokens selected in a list, with a reason. */
type EndingCall = 'endSessionsOfUsers' | 'revokeStaffTokens'

type EndDialogProps<Call extends EndingCall> = {
  call: Call
  selection: Selection
  texts: { title: string; countText: string; submit: string; note: string }
  done: (answer: StaffResponse<Call>) => string
  onClose: () => void
  onDone: () => void
}

/** The button states the number, and the server refuses any other number. */
export function EndDialog<Call extends EndingCall>({
  call,
  selection,
  texts,
  done,
  onClose,
  onDone,
}: EndDialogProps<Call>) {
  const [reason, setReason] = useState('')
  const action = useAction<EndingCall>(call, {
    done: (answer) => done(answer as StaffResponse<Call>),
  })
  return (
    <ModalDialog title={texts.title} onClose={onClose}>
      <Form
        title={texts.countText}
        titled={false}
        submit={texts.submit}
        note={texts.note}
        failure={action.failure}
        busy={action.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          const answer = await action.run({
            ...(selection.kind === 'all'
              ? { found: selection.query }
              : { ids: selection.ids.join(',') }),
            count: selection.count,
            reason,
          })
          if (!answer) return
          onClose()
          onDone()
        }}
      >
        <ReasonField value={reason} onValue={setReason} />
      </Form>
    </ModalDialog>
  )
}
