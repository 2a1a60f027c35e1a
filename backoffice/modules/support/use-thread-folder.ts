import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { inboxSort } from '#contract/default-sorts.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { INBOX_FOLDERS, type InboxFolder } from '#domain/support/inbox-folders.ts'

const MAX_THREADS = 40

/** The folder that contains the thread for this user. */
function folderOf({ state, owner, snoozed_until }: Thread, staff: Staff): InboxFolder {
  if (state === 'closed') return 'done'
  if (state === 'answered' || snoozed_until !== null) return 'waiting'
  if (owner === null) return 'unassigned'
  return owner.id === staff.id ? 'mine' : 'others'
}

/** The folder from which the thread was opened, its threads, and where the user goes when this one leaves it. */
export function useThreadFolder(staff: Staff, thread: Thread) {
  const [query] = useQueryParams()
  const folder =
    INBOX_FOLDERS.find((name) => name === query.get('folder')) ?? folderOf(thread, staff)
  const containsClosed = folder === 'done' || folder === 'all'
  const { data } = useQuery(
    staffQuery('inbox', { folder, limit: MAX_THREADS, sort: inboxSort(folder) }),
  )
  const items = data?.items ?? []
  const position = items.findIndex(({ id }) => id === thread.id)
  const next = items[position + 1] ?? items.find(({ id }) => id !== thread.id)
  return {
    folder,
    items,
    /** null: closing the thread does not remove it from this folder. */
    nextPath: containsClosed
      ? null
      : `/backoffice/inbox${next ? `/${next.id}` : ''}?folder=${folder}`,
  }
}
