import { useState } from 'react'

import type { Chosen } from '#backoffice/list/list-shape.ts'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { ReasonArea } from '#backoffice/parts/ReasonArea.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** One deed to several colleagues: the button says to how many, and the server does it to no other number. */
export function EndSessionsDialog({
  chosen,
  onClose,
  onDone,
}: {
  chosen: Chosen
  onClose: () => void
  onDone: () => void
}) {
  const say = useSay()
  const [reason, setReason] = useState('')
  const deed = useDeed('endSessionsOfMany', {
    done: ({ colleagues, ended }) =>
      `${say('sessionsEnded', { count: ended })} (${say('colleagues', { count: colleagues })})`,
  })
  return (
    <DeskDialog title={say('endSessions')} onClose={onClose}>
      <Form
        title={say('colleagues', { count: chosen.count })}
        submit={say('endSessionsOf', { count: chosen.count })}
        note={say('notUndone')}
        wrong={deed.wrong}
        busy={deed.busy}
        changed={false}
        onDiscard={() => {}}
        onSubmit={async () => {
          const done = await deed.run({
            ...(chosen.kind === 'all' ? { found: chosen.asked } : { ids: chosen.ids.join(',') }),
            count: chosen.count,
            reason,
          })
          if (!done) return
          onClose()
          onDone()
        }}
      >
        <ReasonArea value={reason} onValue={setReason} />
      </Form>
    </DeskDialog>
  )
}
