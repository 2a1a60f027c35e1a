import { BackofficeLink, usePlace } from '#backoffice/kit/router/address.tsx'
import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { ChannelSwitch } from '#backoffice/shell/layout/ChannelSwitch.tsx'
import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { isAt, Person, RailLinks } from '#backoffice/shell/layout/Navigation.tsx'
import { useWaiting } from '#backoffice/shell/layout/use-waiting-counts.ts'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './TabBar.module.css'

/** On a phone the rail is a bar for the thumb, and a window for the rest. */
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
  const { pathname } = usePlace()
  const waiting = useWaiting(staff)
  return (
    <>
      <nav className={css.bar} aria-label={t('main')}>
        <BackofficeLink
          to="/backoffice"
          aria-current={pathname === '/backoffice' ? 'page' : undefined}
        >
          <BackofficeIcon name="today" />
          <span className={css.word}>{t('today')}</span>
        </BackofficeLink>
        {backofficePages.map((page) =>
          page.thumb && mayOpen(page, staff) ? (
            <BackofficeLink
              key={page.path}
              to={page.path}
              aria-current={isAt(page.path, pathname) ? 'page' : undefined}
            >
              <BackofficeIcon name={page.icon} />
              <span className={css.word}>{t(page.thumb)}</span>
              {waiting.get(page.path) ? (
                <span className={css.count}>{waiting.get(page.path)}</span>
              ) : null}
            </BackofficeLink>
          ) : null,
        )}
        <button type="button" onClick={() => open('palette')}>
          <BackofficeIcon name="search" />
          <span className={css.word}>{t('find')}</span>
        </button>
        <button type="button" onClick={() => open('menu')}>
          <BackofficeIcon name="menu" />
          <span className={css.word}>{t('more')}</span>
        </button>
      </nav>
      {overlay === 'menu' ? (
        <ModalDialog title={t('pages')} onClose={() => open(null)}>
          <div className={css.menu}>
            <ChannelSwitch staff={staff} />
            <RailLinks staff={staff} onGo={() => open(null)} />
            <Person staff={staff} leave={() => open('leave')} />
          </div>
        </ModalDialog>
      ) : null}
    </>
  )
}
