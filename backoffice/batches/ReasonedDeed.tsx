import { type ReactNode, useState } from 'react'

import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskArea } from '#backoffice/parts/DeskField.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

/** A button that asks why, says what it does, and does it. */
export function ReasonedDeed({
  word,
  help,
  busy,
  wrong,
  run,
}: {
  word: WordKey
  help: ReactNode
  busy: boolean
  wrong: string | null
  run: (reason: string) => Promise<unknown>
}) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <div>
      <DeskButton look="bad" onClick={() => setOpen(true)}>
        {say(word)}
      </DeskButton>
      {open ? (
        <DeskDialog title={say(word)} onClose={() => setOpen(false)}>
          <Form
            title={say(word)}
            titled={false}
            submit={say(word)}
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
            <DeskArea
              label={say('reason')}
              hint={say('reasonHelp')}
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form>
        </DeskDialog>
      ) : null}
    </div>
  )
}
