import { useQuery } from '@tanstack/react-query'

import { allThings } from '#backoffice/i18n/content-node-names.ts'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { applyTheme, THEMES } from '#backoffice/color-scheme.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { LANGUAGE_NAMES } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import {
  BACKOFFICE_LANGUAGES,
  useBackofficeLanguage,
  useSay,
} from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

export type Find = {
  key: string
  group: string
  icon: BackofficeIconName
  name: string
  detail?: string
  to?: string
  run?: () => unknown
}

/** So many channels; a few letters more find the others. */
const MOST_CHANNELS = 8

/** What is found without asking anybody: at once, whatever the line does. */
export function useFinds(staff: Staff, typed: string, leave: () => void): Find[] {
  const say = useSay()
  const { speak } = useBackofficeLanguage()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name, detail = '' }: { name: string; detail?: string }) => {
    const text = `${name} ${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const pages: Find[] = backofficePages
    .filter((page) => !page.path.includes(':') && mayOpen(page, staff))
    .map((page) => ({
      key: page.path,
      group: say('pages'),
      icon: page.icon,
      name: say(page.word),
      to: page.path,
    }))
  const actions: Find[] = [
    ...BACKOFFICE_LANGUAGES.map((language) => ({
      key: `language ${language}`,
      group: say('actions'),
      icon: 'globe' as const,
      name: LANGUAGE_NAMES[language],
      detail: say('language'),
      run: async () => {
        await speak(language)
        await callBackoffice('changeLanguage', { language })
      },
    })),
    ...THEMES.map((theme) => ({
      key: `theme ${theme}`,
      group: say('actions'),
      icon: 'today' as const,
      name: say(`theme.${theme}`),
      detail: say('theme'),
      run: () => applyTheme(theme),
    })),
    {
      key: 'sign out',
      group: say('actions'),
      icon: 'leave',
      name: say('signOut'),
      run: leave,
    },
  ]
  const channels: Find[] = (data?.items ?? []).map(({ id, name }) => ({
    key: `channel ${id}`,
    group: say('channels'),
    icon: 'globe',
    name: id,
    detail: name,
    to: `?channel=${id}`,
  }))
  const [asked] = useAsked()
  const channel = asked.get('channel') ?? data?.items[0]?.id
  const things: Find[] =
    channel !== undefined && words.length > 0 && staff.permissions.includes('content.read')
      ? allThings(say, channel).map(({ name, to }) => ({
          key: `thing ${to}`,
          group: say('content'),
          icon: 'text',
          name,
          detail: channel,
          to,
        }))
      : []
  const number = typed.replaceAll(/\s/g, '')
  const orders: Find[] =
    /^\d{5,18}$/.test(number) && staff.permissions.includes('order.read')
      ? [
          {
            key: `order ${number}`,
            group: say('order.title'),
            icon: 'orders',
            name: say('order.one', { number }),
            to: `/backoffice/orders/${number}`,
          },
        ]
      : []
  return [
    ...orders,
    ...pages.filter(fits),
    ...things.filter(fits),
    ...actions.filter(fits),
    ...channels.filter(fits).slice(0, MOST_CHANNELS),
  ]
}
