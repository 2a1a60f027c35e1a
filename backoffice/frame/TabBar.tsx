import { DeskLink, usePlace } from '#backoffice/desk-address.tsx'
import { deskPages, mayOpen } from '#backoffice/desk-pages.ts'
import { ChannelSwitch } from '#backoffice/frame/ChannelSwitch.tsx'
import type { Overlay } from '#backoffice/frame/overlay.ts'
import { isAt, Person, RailLinks } from '#backoffice/frame/Rail.tsx'
import { useWaiting } from '#backoffice/frame/use-waiting.ts'
import { DeskDialog } from '#backoffice/parts/DeskDialog.tsx'
import { DeskIcon } from '#backoffice/parts/DeskIcon.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'

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
  const say = useSay()
  const { pathname } = usePlace()
  const waiting = useWaiting(staff)
  return (
    <>
      <nav className={css.bar} aria-label={say('main')}>
        <DeskLink to="/desk" aria-current={pathname === '/desk' ? 'page' : undefined}>
          <DeskIcon name="today" />
          <span className={css.word}>{say('today')}</span>
        </DeskLink>
        {deskPages.map((page) =>
          page.thumb && mayOpen(page, staff) ? (
            <DeskLink
              key={page.path}
              to={page.path}
              aria-current={isAt(page.path, pathname) ? 'page' : undefined}
            >
              <DeskIcon name={page.icon} />
              <span className={css.word}>{say(page.thumb)}</span>
              {waiting.get(page.path) ? (
                <span className={css.count}>{waiting.get(page.path)}</span>
              ) : null}
            </DeskLink>
          ) : null,
        )}
        <button type="button" onClick={() => open('palette')}>
          <DeskIcon name="search" />
          <span className={css.word}>{say('find')}</span>
        </button>
        <button type="button" onClick={() => open('menu')}>
          <DeskIcon name="menu" />
          <span className={css.word}>{say('more')}</span>
        </button>
      </nav>
      {overlay === 'menu' ? (
        <DeskDialog title={say('pages')} onClose={() => open(null)}>
          <div className={css.menu}>
            <ChannelSwitch staff={staff} />
            <RailLinks staff={staff} onGo={() => open(null)} />
            <Person staff={staff} leave={() => open('leave')} />
          </div>
        </DeskDialog>
      ) : null}
    </>
  )
}
