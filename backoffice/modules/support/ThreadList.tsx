import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useThreadFolder } from '#backoffice/modules/support/use-thread-folder.ts'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { WaitingAge } from '#backoffice/modules/support/WaitingAge.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './ThreadList.module.css'

/** The other threads of the folder, beside an open thread. */
export function ThreadList({ staff, thread }: { staff: Staff; thread: Thread }) {
  const t = useTranslate()
  const { folder, items } = useThreadFolder(staff, thread)
  return (
    <nav
      className={css.list}
      aria-label={t('inbox.inFolder', { folder: t(`inbox.folder.${folder}`) })}
    >
      <BackofficeLink className={css.folder} to={`/backoffice/inbox?folder=${folder}`}>
        {t(`inbox.folder.${folder}`)}
      </BackofficeLink>
      <ol>
        {items.map((item) => (
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
