import { useState } from 'react'

import type { Chosen } from '#backoffice/list/list-shape.ts'
import { DeskArea } from '#backoffice/parts/DeskField.tsx'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskInput } from '#contract/desk/desk-call.ts'

/** As the contract has it: more at once would be a mailing. */
const MOST = 500

/** One note on several orders, or their confirmation once more; the button says to how many. */
export function OrderDeedDialog({
  what,
  chosen,
  onClose,
  onDone,
}: {
  what: DeskInput<'actOnOrders'>['deed']
  chosen: Chosen
  onClose: () => void
  onDone: () => void
}) {
  const say = useSay()
  const [body, setBody] = useState('')
  const deed = useDeed('actOnOrders', {
    follows: ['count'],
    done: ({ done }) => say(`orders.${what}Done`, { count: done }),
  })
  return (
    <DeskDialog title={say(`orders.${what}`)} onClose={onClose}>
      {chosen.count > MOST ? (
        <Notice kind="warn">{say('orders.tooMany', { count: MOST })}</Notice>
      ) : (
        <Form
          title={say('order.counted', { count: chosen.count })}
          submit={say(`orders.${what}Of`, { count: chosen.count })}
          note={say(`orders.${what}Stays`)}
          wrong={deed.wrong}
          busy={deed.busy}
          changed={false}
          onDiscard={() => {}}
          onSubmit={async () => {
            const { kind, count } = chosen
            const done = await deed.run({
              deed: what,
              body,
              ...(kind === 'all' ? { found: chosen.asked } : { ids: chosen.ids.join(',') }),
              count,
            })
            if (!done) return
            onClose()
            onDone()
          }}
        >
          {what === 'note' ? (
            <DeskArea
              label={say('order.newNote')}
              required
              maxLength={4000}
              rows={3}
              value={body}
              onChange={({ target }) => setBody(target.value)}
            />
          ) : null}
        </Form>
      )}
    </DeskDialog>
  )
}
