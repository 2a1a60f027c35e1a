import { BackofficeLink, useLocation } from '#backoffice/kit/router/address.tsx'
import { entryAt, NAVIGATION, tabsFor } from '#backoffice/shell/pages/navigation.ts'
import { ChannelSwitch } from '#backoffice/shell/layout/ChannelSwitch.tsx'
import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { NavigationEntries, NavigationFoot } from '#backoffice/shell/layout/Navigation.tsx'
import { useWaitingCounts, waitingCountIn } from '#backoffice/shell/layout/use-waiting-counts.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './TabBar.module.css'

/** The menu on a phone: a bar at the bottom with a few entries, and a dialog with all of them. */
export function TabBar({
  staff,
  overlay,
  open,
}: {
  staff: Staff
  overlay: Overlay
  open: (overlay: Overlay) => void
}) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const waiting = useWaitingCounts(staff)
  const current = entryAt(pathname)
  const entries = NAVIGATION.flat().filter(
    (entry) => entry.inPhoneBar && tabsFor(entry, staff).length > 0,
  )
  return (
    <>
      <nav className={css.bar} aria-label={t('main')}>
        {entries.map((entry) => {
          const count = waitingCountIn(entry, waiting)
          return (
            <BackofficeLink
              key={entry.label}
              to={tabsFor(entry, staff)[0]?.path ?? ''}
              aria-current={entry === current ? 'page' : undefined}
            >
              <BackofficeIcon name={entry.icon} />
              <span className={css.label}>{t(entry.label)}</span>
              {count > 0 ? <span className={css.count}>{count}</span> : null}
            </BackofficeLink>
          )
        })}
        <button type="button" onClick={() => open('palette')}>
          <BackofficeIcon name="search" />
          <span className={css.label}>{t('find')}</span>
        </button>
        <button type="button" onClick={() => open('menu')}>
          <BackofficeIcon name="menu" />
          <span className={css.label}>{t('more')}</span>
        </button>
      </nav>
      {overlay === 'menu' ? (
        <ModalDialog title={t('menu')} onClose={() => open(null)}>
          <div className={css.menu}>
            <ChannelSwitch staff={staff} />
            <NavigationEntries staff={staff} onGo={() => open(null)} />
            <NavigationFoot staff={staff} open={open} />
          </div>
        </ModalDialog>
      ) : null}
    </>
  )
}
