import { useMemo, useState } from 'react'

import { useAsked } from '#backoffice/desk-address.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import type { Chosen } from '#backoffice/list/list-shape.ts'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { Form } from '#backoffice/parts/Form.tsx'
import { ReasonArea } from '#backoffice/parts/ReasonArea.tsx'
import { staffTokenList } from '#backoffice/staff/staff-token-list.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** API tokens of everybody: owners see their last use and end what nobody needs. */
export function StaffTokensPage() {
  const say = useSay()
  const [, change] = useAsked()
  const [ending, setEnding] = useState<Chosen | null>(null)
  const list = useMemo(() => staffTokenList(say, setEnding), [say])
  return (
    <>
      <DeskList list={list} title="apiTokens.title" />
      {ending ? (
        <EndTokensDialog
          chosen={ending}
          onClose={() => setEnding(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}

function EndTokensDialog({
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
  const deed = useDeed('endStaffTokens', {
    done: ({ ended }) => say('apiTokens.endedNow', { count: ended }),
  })
  return (
    <DeskDialog title={say('apiTokens.endTitle')} onClose={onClose}>
      <Form
        title={say('apiTokens.counted', { count: chosen.count })}
        titled={false}
        submit={say('apiTokens.end', { count: chosen.count })}
        note={say('apiTokens.endHelp')}
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
