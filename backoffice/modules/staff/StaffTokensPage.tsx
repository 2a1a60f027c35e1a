import { useMemo, useState } from 'react'

import { useAsked } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Chosen } from '#backoffice/kit/list/list-definition.ts'
import { EndDialog } from '#backoffice/modules/staff/EndDialog.tsx'
import { staffTokenList } from '#backoffice/modules/staff/staff-token-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

/** API tokens of everybody: owners see their last use and end what nobody needs. */
export function StaffTokensPage() {
  const say = useSay()
  const [, change] = useAsked()
  const [ending, setEnding] = useState<Chosen | null>(null)
  const list = useMemo(() => staffTokenList(say, setEnding), [say])
  return (
    <>
      <ListPage list={list} title="apiTokens.title" />
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
