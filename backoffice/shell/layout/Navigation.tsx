import { memo } from 'react'

import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import {
  entryAt,
  NAVIGATION,
  type NavigationEntry,
  SETTINGS,
  tabsFor,
} from '#backoffice/shell/pages/navigation.ts'
import { ChannelSwitch } from '#backoffice/shell/layout/ChannelSwitch.tsx'
import { HelpMenu } from '#backoffice/shell/layout/HelpMenu.tsx'
import { Notifications } from '#backoffice/shell/layout/Notifications.tsx'
import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { useChannelQuery } from '#backoffice/shell/layout/use-channel-query.ts'
import { useWaitingCounts, waitingCountIn } from '#backoffice/shell/layout/use-waiting-counts.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './Navigation.module.css'

type NavigationProps = { staff: Staff; open: (overlay: Overlay) => void }

/** The menu at the left. Its head and foot are always visible, and the entries between them scroll. */
export const Navigation = memo(function Navigation({ staff, open }: NavigationProps) {
  const t = useTranslate()
  return (
    <header className={css.rail}>
      <div className={css.head}>
        <ChannelSwitch staff={staff} />
        <button type="button" className={css.finder} onClick={() => open('palette')}>
          <BackofficeIcon name="search" />
          {t('find')}
          <span className={css.keys}>
            <ShortcutKey>Ctrl K</ShortcutKey>
          </span>
        </button>
      </div>
      <NavigationEntries staff={staff} />
      <NavigationFoot staff={staff} open={open} />
    </header>
  )
})

/** The pages that the user may open, in groups. Links keep the selected channel. */
export function NavigationEntries({ staff, onGo }: { staff: Staff; onGo?: () => void }) {
  const t = useTranslate()
  const waiting = useWaitingCounts(staff)
  const groups = NAVIGATION.map((group) =>
    group.filter((entry) => tabsFor(entry, staff).length > 0),
  ).filter((group) => group.length > 0)
  return (
    <nav className={css.groups} aria-label={t('pages')}>
      {groups.map((group) => (
        <ul key={group[0]?.label}>
          {group.map((entry) => (
            <li key={entry.label}>
              <EntryLink {...{ entry, staff, waiting, onGo }} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

type EntryProps = {
  entry: NavigationEntry
  staff: Staff
  /** The number of open items per page. */
  waiting: ReadonlyMap<string, number>
  onGo?: (() => void) | undefined
}

/** Leads to the first tab that the user may open, with the number of open items of all tabs. */
function EntryLink({ entry, staff, waiting, onGo }: EntryProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const channelQuery = useChannelQuery()
  const [first] = tabsFor(entry, staff)
  if (!first) return null
  const count = waitingCountIn(entry, waiting)
  return (
    <BackofficeLink
      to={first.path + channelQuery}
      className={css.link}
      aria-current={entryAt(pathname) === entry ? 'page' : undefined}
      onClick={onGo}
    >
      <BackofficeIcon name={entry.icon} />
      <span className={css.cut}>{t(entry.label)}</span>
      {count > 0 ? <span className={css.count}>{count}</span> : null}
    </BackofficeLink>
  )
}

/** Settings, the signed-in user, notifications, help and sign-out. */
export function NavigationFoot({ staff, open }: NavigationProps) {
  const t = useTranslate()
  const waiting = useWaitingCounts(staff)
  return (
    <div className={css.foot}>
      <EntryLink entry={SETTINGS} staff={staff} waiting={waiting} onGo={() => open(null)} />
      <BackofficeLink to="/backoffice/account" className={css.me} onClick={() => open(null)}>
        <span className={css.face} aria-hidden="true">
          {staff.name.slice(0, 1)}
        </span>
        <span className={css.cut}>
          <span className={css.name}>{staff.name}</span>
          <span className={css.role}>{t(`role.${staff.role}`)}</span>
        </span>
      </BackofficeLink>
      <div className={css.tools}>
        <Notifications staff={staff} />
        <HelpMenu open={open} />
        <ActionIconButton icon="leave" label={t('signOut')} onClick={() => open('leave')} />
      </div>
    </div>
  )
}
