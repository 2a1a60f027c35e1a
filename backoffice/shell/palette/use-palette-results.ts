import { useQuery } from '@tanstack/react-query'

import { allContentNodes } from '#backoffice/i18n/content-node-names.ts'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { applyTheme, THEMES } from '#backoffice/color-scheme.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { STAFF_LANGUAGES, languages } from '#domain/language.ts'

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

/** Local results, shown at once without the server. */
export function useFinds(staff: Staff, typed: string, leave: () => void): Find[] {
  const t = useTranslate()
  const actions = useActionFinds(leave)
  const { data } = useQuery(staffQuery('channelNames', {}))
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name, detail = '' }: { name: string; detail?: string }) => {
    const text = `${name} ${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const [asked] = useAsked()
  const channel = asked.get('channel') ?? data?.items[0]?.id
  return [
    ...orderFind(t, staff, typed),
    ...pageFinds(t, staff).filter(fits),
    ...(words.length > 0 ? contentFinds(t, staff, channel) : []).filter(fits),
    ...actions.filter(fits),
    ...channelFinds(t, data?.items ?? [])
      .filter(fits)
      .slice(0, MOST_CHANNELS),
  ]
}

const pageFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .filter((page) => !page.path.includes(':') && mayOpen(page, staff))
    .map((page) => ({
      key: page.path,
      group: t('pages'),
      icon: page.icon,
      name: t(page.word),
      to: page.path,
    }))

function useActionFinds(leave: () => void): Find[] {
  const t = useTranslate()
  const { speak } = useBackofficeLanguage()
  return [
    ...STAFF_LANGUAGES.map((language) => ({
      key: `language ${language}`,
      group: t('actions'),
      icon: 'globe' as const,
      name: languages[language].label,
      detail: t('language'),
      run: async () => {
        await speak(language)
        await callBackoffice('changeLanguage', { language })
      },
    })),
    ...THEMES.map((theme) => ({
      key: `theme ${theme}`,
      group: t('actions'),
      icon: 'today' as const,
      name: t(`theme.${theme}`),
      detail: t('theme'),
      run: () => applyTheme(theme),
    })),
    {
      key: 'sign out',
      group: t('actions'),
      icon: 'leave',
      name: t('signOut'),
      run: leave,
    },
  ]
}

const channelFinds = (t: Translate, items: StaffResponse<'channelNames'>['items']): Find[] =>
  items.map(({ id, name }) => ({
    key: `channel ${id}`,
    group: t('channels'),
    icon: 'globe',
    name: id,
    detail: name,
    to: `?channel=${id}`,
  }))

/** Pages of the content of one channel. */
const contentFinds = (t: Translate, staff: Staff, channel: string | undefined): Find[] =>
  channel !== undefined && staff.permissions.includes('content.read')
    ? allContentNodes(t, channel).map(({ name, to }) => ({
        key: `thing ${to}`,
        group: t('content'),
        icon: 'text',
        name,
        detail: channel,
        to,
      }))
    : []

function orderFind(t: Translate, staff: Staff, typed: string): Find[] {
  const number = typed.replaceAll(/\s/g, '')
  return /^\d{5,18}$/.test(number) && staff.permissions.includes('order.read')
    ? [
        {
          key: `order ${number}`,
          group: t('order.title'),
          icon: 'orders',
          name: t('order.one', { number }),
          to: `/backoffice/orders/${number}`,
        },
      ]
    : []
}
