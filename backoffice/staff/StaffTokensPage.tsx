import { useMemo, useState } from 'react'

import { useAsked } from '#backoffice/desk-address.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import type { Chosen } from '#backoffice/list/list-shape.ts'
import { EndDialog } from '#backoffice/staff/EndDialog.tsx'
import { staffTokenList } from '#backoffice/staff/staff-token-list.tsx'
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
        <EndDialog
          call="endStaffTokens"
          chosen={ending}
          words={{
            title: say('apiTokens.endTitle'),
            counted: say('apiTokens.counted', { count: ending.count }),
            submit: say('apiTokens.end', { count: ending.count }),
            note: say('apiTokens.endHelp'),
          }}
          done={({ ended }) => say('apiTokens.endedNow', { count: ended })}
          onClose={() => setEnding(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
