import { useMemo, useState } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { EndDialog } from '#backoffice/modules/staff/EndDialog.tsx'
import { staffTokenList } from '#backoffice/modules/staff/staff-token-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** API tokens of all staff. Owners see when each was last used and can revoke it. */
export function StaffTokensPage() {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const [selectionToRevoke, setSelectionToRevoke] = useState<Selection | null>(null)
  const list = useMemo(() => staffTokenList(t, setSelectionToRevoke), [t])
  return (
    <>
      <ListPage list={list} title="apiTokens.title" />
      {selectionToRevoke ? (
        <EndDialog
          call="revokeStaffTokens"
          selection={selectionToRevoke}
          texts={{
            title: t('apiTokens.endTitle'),
            countText: t('apiTokens.counted', { count: selectionToRevoke.count }),
            submit: t('apiTokens.end', { count: selectionToRevoke.count }),
            note: t('apiTokens.endHelp'),
          }}
          done={({ ended }) => t('apiTokens.endedNow', { count: ended })}
          onClose={() => setSelectionToRevoke(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
