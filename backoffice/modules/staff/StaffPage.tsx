import { useMemo, useState } from 'react'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { EndDialog } from '#backoffice/modules/staff/EndDialog.tsx'
import { staffList } from '#backoffice/modules/staff/staff-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function StaffPage() {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const [selectionToEnd, setSelectionToEnd] = useState<Selection | null>(null)
  const list = useMemo(() => staffList(t, setSelectionToEnd), [t])
  return (
    <>
      <ListPage
        list={list}
        title="staff"
        actions={
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/staff/invite">
            {t('invite')}
          </BackofficeLink>
        }
      />
      {selectionToEnd ? (
        <EndDialog
          call="endSessionsOfUsers"
          selection={selectionToEnd}
          texts={{
            title: t('endSessions'),
            countText: t('staffMembers', { count: selectionToEnd.count }),
            submit: t('endSessionsOf', { count: selectionToEnd.count }),
            note: t('notUndone'),
          }}
          done={({ colleagues, ended }) =>
            `${t('sessionsEnded', { count: ended })} (${t('staffMembers', { count: colleagues })})`
          }
          onClose={() => setSelectionToEnd(null)}
          onDone={() => change({ selected: null, of: null }, { replace: true })}
        />
      ) : null}
    </>
  )
}
