import { DeskLink, usePlace } from '#backoffice/desk-address.tsx'
import { ChannelSwitch } from '#backoffice/frame/ChannelSwitch.tsx'
import type { Overlay } from '#backoffice/frame/overlay.ts'
import { Person, RailLinks } from '#backoffice/frame/Rail.tsx'
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
  return (
    <>
      <nav className={css.bar} aria-label={say('main')}>
        <DeskLink to="/desk" aria-current={pathname === '/desk' ? 'page' : undefined}>
          <DeskIcon name="today" />
          {say('today')}
        </DeskLink>
        <button type="button" onClick={() => open('palette')}>
          <DeskIcon name="search" />
          {say('find')}
        </button>
        <button type="button" onClick={() => open('menu')}>
          <DeskIcon name="menu" />
          {say('more')}
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
