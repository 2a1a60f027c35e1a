import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, useAsked } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import css from '#backoffice/kit/display/Tabs.module.css'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { INBOX_FOLDERS, type InboxFolder } from '#domain/support/inbox-folders.ts'
import { classNames } from '#ui/lib/class-names.ts'

/** Shows the number of open threads where someone waits. */
export function InboxFolders({ folder }: { folder: InboxFolder }) {
  const t = useTranslate()
  const [asked] = useAsked()
  const channel = asked.get('channel')
  const { data } = useQuery(staffQuery('inboxFolders', channel === null ? {} : { channel }))
  const countOf = (one: InboxFolder) =>
    data && Object.hasOwn(data, one) ? data[one as keyof typeof data] : 0
  return (
    <nav className={classNames(css.tabs, css.alone)} aria-label={t('inbox.folders')}>
      {INBOX_FOLDERS.map((one) => (
        <BackofficeLink
          key={one}
          to={`?${new URLSearchParams({
            ...(one === 'unassigned' ? {} : { folder: one }),
            ...(channel === null ? {} : { channel }),
          }).toString()}`}
          aria-current={one === folder ? 'page' : undefined}
        >
          {t(`inbox.folder.${one}`)}
          {countOf(one) > 0 ? <span className={css.count}>{countOf(one)}</span> : null}
        </BackofficeLink>
      ))}
    </nav>
  )
}
