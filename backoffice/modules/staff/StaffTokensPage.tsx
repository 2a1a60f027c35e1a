import { useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { EndDialog } from '#backoffice/modules/staff/EndDialog.tsx'
import { staffTokenList } from '#backoffice/modules/staff/staff-token-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** API tokens of all staff. Owners see their last use and end unused ones. */
export function StaffTokensPage() {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const [ending, setEnding] = useState<Selection | null>(null)
  const list = useMemo(() => staffTokenList(t, setEnding), [t])
  return (
    <>
      <ListPage list={list} title="apiTokens.title" />
      {ending ? (
        <EndDialog
          call="revokeStaffTokens"
          selection={ending}
          words={{
            title: t('apiTokens.endTitle'),
            counted: t('apiTokens.counted', { count: ending.count }),
            submit: t('apiTokens.end', { count: ending.count }),
            note: t('apiTokens.endHelp'),
          }}
          done={({ ended }) => t('apiTokens.endedNow', { count: ended })}
          onClose={() => setEnding(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
