import { useMemo } from 'react'

import { navigate, useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { inboxList } from '#backoffice/modules/support/inbox-list.tsx'
import { InboxFolders } from '#backoffice/modules/support/InboxFolders.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { INBOX_FOLDERS } from '#domain/support/inbox-folders.ts'

/** Recipients' questions by folder. The longest waiting comes first. */
export function InboxPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const folder = INBOX_FOLDERS.find((name) => name === query.get('folder')) ?? 'unassigned'
  const list = useMemo(() => inboxList(t, folder), [t, folder])
  return (
    <>
      <InboxFolders folder={folder} />
      <ListPage
        key={folder}
        list={list}
        title="inbox.title"
        links={LINKS}
        actions={
          staff.permissions.includes('inbox.answer') && folder === 'unassigned' ? (
            <TakeOldestButton />
          ) : undefined
        }
      />
    </>
  )
}

const LINKS = [{ to: '/backoffice/saved-replies', label: 'inbox.saved' }] as const

/** Assigns the oldest thread. Two users never get the same one. */
function TakeOldestButton() {
  const t = useTranslate()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const action = useAction('takeOldest')
  async function take() {
    const taken = await action.run(channel === null ? {} : { channel })
    if (taken) navigate(`/backoffice/inbox/${taken.id}`)
  }
  const isEmpty = action.refusal?.refused === 'nothing-to-do'
  return (
    <>
      {action.failure ? <p role="alert">{isEmpty ? t('inbox.empty') : action.failure}</p> : null}
      <ActionButton variant="main" busy={action.busy} onClick={() => void take()}>
        {t('inbox.takeOldest')}
      </ActionButton>
    </>
  )
}
