import { useQuery } from '@tanstack/react-query'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Tabs } from '#backoffice/kit/display/Tabs.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { INBOX_FOLDERS, type InboxFolder } from '#domain/support/inbox-folders.ts'

/** Shows the number of open threads where someone waits. */
export function InboxFolders({ folder }: { folder: InboxFolder }) {
  const t = useTranslate()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data } = useQuery(staffQuery('inboxFolders', channel === null ? {} : { channel }))
  const countOf = (one: InboxFolder) =>
    data && Object.hasOwn(data, one) ? data[one as keyof typeof data] : 0
  return (
    <Tabs
      label={t('inbox.folders')}
      tabs={INBOX_FOLDERS.map((one) => ({
        to: `?${new URLSearchParams({
          ...(one === 'unassigned' ? {} : { folder: one }),
          ...(channel === null ? {} : { channel }),
        }).toString()}`,
        name: t(`inbox.folder.${one}`),
        current: one === folder,
        count: countOf(one),
      }))}
    />
  )
}
