import {
  CHANNEL_SECTIONS,
  type ChannelSection,
  SECTION_NAMES,
  sectionAddress,
  sectionOfField,
} from '#backoffice/modules/channels/settings/channel-sections.ts'
import { Tabs } from '#backoffice/kit/display/Tabs.tsx'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Settings.module.css'

/** The sections of a channel's settings, with the number of unsaved changes in each. */
export function SectionNav({
  channel,
  current,
  changed,
}: {
  channel: string
  current: ChannelSection | undefined
  /** The fields with unsaved input. */
  changed: readonly string[]
}) {
  const t = useTranslate()
  const isWide = useMedia('(width >= 64rem)')
  const links = [undefined, ...CHANNEL_SECTIONS].map((section) => {
    const count = changed.filter((field) => section && sectionOfField(field) === section).length
    return {
      to: sectionAddress(channel, section),
      name: t(section === undefined ? 'settings.overview' : SECTION_NAMES[section]),
      current: section === current,
      count,
      countText: t('unsavedChanges', { count }),
    }
  })
  if (!isWide) return <Tabs label={t('channel.sections')} tabs={links} />
  return (
    <nav className={css.nav} aria-label={t('channel.sections')}>
      <ul>
        {links.map(({ to, name, current: isCurrent, count, countText }) => (
          <li key={to}>
            <BackofficeLink to={to} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count > 0 ? (
                <span className={css.unsaved}>
                  <span className="visually-hidden">{countText}</span>
                </span>
              ) : null}
            </BackofficeLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
