import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { WaitingAge } from '#backoffice/modules/support/WaitingAge.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { inboxSort } from '#contract/default-sorts.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { INBOX_FOLDERS, type InboxFolder } from '#domain/support/inbox-folders.ts'

import css from './ThreadList.module.css'

const MAX_THREADS = 40

/** The folder that contains the thread for this user. */
function folderOf({ state, owner, snoozed_until }: Thread, staff: Staff): InboxFolder {
  if (state === 'closed') return 'done'
  if (state === 'answered' || snoozed_until !== null) return 'waiting'
  if (owner === null) return 'unassigned'
  return owner.id === staff.id ? 'mine' : 'others'
}

/** The other threads of the folder, beside an open thread. */
export function ThreadList({ staff, thread }: { staff: Staff; thread: Thread }) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const folder =
    INBOX_FOLDERS.find((name) => name === query.get('folder')) ?? folderOf(thread, staff)
  const { data } = useQuery(
    staffQuery('inbox', {
      folder,
      limit: MAX_THREADS,
      sort: inboxSort(folder),
    }),
  )
  return (
    <nav
      className={css.list}
      aria-label={t('inbox.inFolder', { folder: t(`inbox.folder.${folder}`) })}
    >
      <BackofficeLink className={css.folder} to={`/backoffice/inbox?folder=${folder}`}>
        {t(`inbox.folder.${folder}`)}
      </BackofficeLink>
      <ol>
        {data?.items.map((item) => (
          <li key={item.id}>
            <BackofficeLink
              className={css.thread}
              to={`/backoffice/inbox/${item.id}?folder=${folder}`}
              aria-current={item.id === thread.id ? 'page' : undefined}
            >
              <span className={css.line}>
                <bdi className={css.name}>{item.name}</bdi>
                <span className={css.soft}>
                  <DateTime at={item.since} channel={item.channel} />
                </span>
              </span>
              <bdi className={css.subject} lang={item.language}>
                {item.subject}
              </bdi>
              <WaitingAge thread={item} />
            </BackofficeLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
