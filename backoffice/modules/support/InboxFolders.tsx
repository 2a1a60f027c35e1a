import { useQuery } from '@tanstack/react-query'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Tabs } from '#backoffice/kit/display/Tabs.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { INBOX_FOLDERS, type InboxFolder } from '#domain/support/inbox-folders.ts'

/** The inbox folders as tabs. All except `done` and `all` show their number of threads. */
export function InboxFolders({ folder }: { folder: InboxFolder }) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data } = useQuery(staffQuery('inboxFolders', channel === null ? {} : { channel }))
  const countOf = (name: InboxFolder) =>
    data && Object.hasOwn(data, name) ? data[name as keyof typeof data] : 0
  return (
    <Tabs
      label={t('inbox.folders')}
      tabs={INBOX_FOLDERS.map((name) => ({
        to: `?${new URLSearchParams({
          ...(name === 'unassigned' ? {} : { folder: name }),
          ...(channel === null ? {} : { channel }),
        }).toString()}`,
        name: t(`inbox.folder.${name}`),
        current: name === folder,
        count: countOf(name),
      }))}
    />
  )
}
