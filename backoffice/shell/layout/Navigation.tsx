import { memo } from 'react'

import { BackofficeLink, useAsked, usePlace, withParts } from '#backoffice/kit/router/address.tsx'
import { RAIL_GROUPS, type RailGroup } from '#backoffice/kit/page/page-definition.ts'
import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { ChannelSwitch } from '#backoffice/shell/layout/ChannelSwitch.tsx'
import type { Overlay } from '#backoffice/shell/layout/overlay.ts'
import { useWaiting } from '#backoffice/shell/layout/use-waiting-counts.ts'
import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Key } from '#backoffice/kit/display/ShortcutKey.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './Navigation.module.css'

const GROUP_WORDS: Record<RailGroup, MessageKey | null> = {
  day: null,
  orders: 'ordersAndPeople',
  catalogue: 'catalogue',
  shop: 'theShop',
  company: 'theCompany',
}

export const Rail = memo(function Rail({
  staff,
  open,
}: {
  staff: Staff
  open: (overlay: Overlay) => void
}) {
  const t = useTranslate()
  return (
    <header className={css.rail}>
      <ChannelSwitch staff={staff} />
      <button type="button" className={css.finder} onClick={() => open('palette')}>
        <BackofficeIcon name="search" />
        {t('find')}
        <span className={css.keys}>
          <Key>Ctrl K</Key>
        </span>
      </button>
      <RailLinks staff={staff} />
      <Person staff={staff} leave={() => open('leave')} />
    </header>
  )
})

/** The pages that the role may open, by work. The channel that one is in goes along. */
export function RailLinks({ staff, onGo }: { staff: Staff; onGo?: () => void }) {
  const t = useTranslate()
  const { pathname } = usePlace()
  const [asked] = useAsked()
  const waiting = useWaiting(staff)
  const channel = asked.get('channel')
  const along = channel === null ? '' : `?${withParts(new URLSearchParams(), { channel })}`
  return (
    <nav className={css.groups} aria-label={t('pages')}>
      {RAIL_GROUPS.map((group) => {
        const pages = backofficePages.filter((page) => page.group === group && mayOpen(page, staff))
        if (pages.length === 0) return null
        const word = GROUP_WORDS[group]
        return (
          <div key={group}>
            {word ? <h2 className={css.group}>{t(word)}</h2> : null}
            <ul>
              {pages.map((page) => (
                <li key={page.path}>
                  <BackofficeLink
                    to={page.path + along}
                    className={css.link}
                    aria-current={isAt(page.path, pathname) ? 'page' : undefined}
                    onClick={onGo}
                  >
                    <BackofficeIcon name={page.icon} />
                    <span className={css.cut}>{t(page.word)}</span>
                    {waiting.get(page.path) ? (
                      <span className={css.count}>{waiting.get(page.path)}</span>
                    ) : null}
                  </BackofficeLink>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

export const isAt = (path: string, pathname: string) =>
  pathname === path || (path !== '/backoffice' && pathname.startsWith(`${path}/`))

/** The signed-in user, and sign-out. */
export function Person({ staff, leave }: { staff: Staff; leave: () => void }) {
  const t = useTranslate()
  return (
    <div className={css.person}>
      <BackofficeLink to="/backoffice/account" className={css.me}>
        <span className={css.face} aria-hidden="true">
          {staff.name.slice(0, 1)}
        </span>
        <span className={css.cut}>
          <span className={css.name}>{staff.name}</span>
          <span className={css.role}>{t(`role.${staff.role}`)}</span>
        </span>
      </BackofficeLink>
      <ActionIconButton icon="leave" label={t('signOut')} onClick={leave} />
    </div>
  )
}
