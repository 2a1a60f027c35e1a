import { allContentNodes } from '#backoffice/i18n/content-node-names.ts'
import { useQueryParams, useLocation } from '#backoffice/kit/router/address.tsx'
import type { PageDefinition } from '#backoffice/kit/page/page-definition.ts'
import { recentPages } from '#backoffice/kit/page/recent-pages.ts'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { backofficePages, findPage, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { entryAt, tabsFor } from '#backoffice/shell/pages/navigation.ts'
import { type NamedChannel, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { applyTheme, THEMES } from '#backoffice/color-scheme.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { STAFF_LANGUAGES, languages } from '#domain/language.ts'

export type Find = {
  key: string
  group: string
  icon: BackofficeIconName
  name: string
  detail?: string
  /** Other words that find it, by commas. */
  synonyms?: string
  to?: string
  run?: () => unknown
}

/** So many channels; a few letters more find the others. */
const MOST_CHANNELS = 8

/** Local results, shown at once without the server. Before anything is typed, the pages seen last come first. */
export function usePaletteResults(staff: Staff, typed: string, leave: () => void): Find[] {
  const t = useTranslate()
  const actions = useActionFinds(leave)
  const { channels, named } = useChannels()
  const { pathname } = useLocation()
  const words = plain(typed).split(' ').filter(Boolean)
  const [asked] = useQueryParams()
  const channel = asked.get('channel') ?? channels[0]?.id
  const fits = (find: Find) => rankOf(find, words) < NO_RANK
  if (words.length === 0) {
    return [...recentFinds(t, staff, pathname), ...pageFinds(t, staff), ...actions]
  }
  return [
    ...orderFind(t, staff, typed),
    ...[...pageFinds(t, staff), ...detailFinds(t, staff)]
      .filter(fits)
      .toSorted((a, b) => rankOf(a, words) - rankOf(b, words)),
    ...(channel === undefined ? [] : contentFinds(t, staff, named(channel))).filter(fits),
    ...actions.filter(fits),
    ...channelFinds(t, channels).filter(fits).slice(0, MOST_CHANNELS),
  ]
}

const NO_RANK = 3

/** In small letters without accents. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/** By its name, by what stands beside it, or by a synonym. A plural finds the singular. */
function rankOf({ name, detail = '', synonyms = '' }: Find, words: readonly string[]): number {
  const has = (text: string) => {
    const there = plain(text)
    return words.every((word) => there.includes(word))
  }
  if (has(name)) return 0
  const others = plain(synonyms)
    .split(',')
    .map((one) => one.trim())
  const isSynonym = (word: string) =>
    others.some((one) => one.includes(word) || (one.length >= LEAST_STEM && word.startsWith(one)))
  if (words.every((word) => plain(name).includes(word) || isSynonym(word))) return 1
  return has(`${name} ${detail}`) ? 2 : NO_RANK
}

const LEAST_STEM = 4

function recentFinds(t: Translate, staff: Staff, pathname: string): Find[] {
  return recentPages().flatMap(({ path, title }) => {
    const page = path === pathname ? undefined : findPage(path)?.page
    if (!page || !mayOpen(page, staff)) return []
    return [
      { key: `recent ${path}`, group: t('recentPages'), icon: page.icon, name: title, to: path },
    ]
  })
}

const isOne = ({ path }: PageDefinition) => path.includes('/:')

const pageFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .filter((page) => !isOne(page) && mayOpen(page, staff))
    // The first of a name: others are steps of it.
    .filter((page, at, pages) => pages.findIndex(({ label }) => label === page.label) === at)
    .map((page) => {
      const name = t(page.label)
      const entry = entryAt(page.path)
      return {
        key: page.path,
        group: t('pages'),
        icon: page.icon,
        name,
        ...(entry && t(entry.label) !== name ? { detail: t(entry.label) } : {}),
        ...(page.searchTerms ? { synonyms: t(page.searchTerms) } : {}),
        to: page.path,
      }
    })

/** The page of one order, gift and so on is reached through its list. */
const detailFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .filter((page) => isOne(page) && mayOpen(page, staff))
    .flatMap((page) => {
      const list = listOf(page, staff)
      const name = t(page.label)
      // The list is found by this name already.
      if (!list || plain(t(list.label)).includes(plain(name))) return []
      return [
        {
          key: page.path,
          group: t('pages'),
          icon: page.icon,
          name,
          detail: t(list.label),
          to: list.path,
        },
      ]
    })

function listOf({ path, parentPath }: PageDefinition, staff: Staff): PageDefinition | undefined {
  const list = findPage(parentPath ?? path.slice(0, path.indexOf('/:')))?.page
  if (list && mayOpen(list, staff)) return list
  const entry = entryAt(path)
  return entry && tabsFor(entry, staff)[0]?.page
}

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

const channelFinds = (t: Translate, channels: readonly NamedChannel[]): Find[] =>
  channels.map(({ id, name }) => ({
    key: `channel ${id}`,
    group: t('channels'),
    icon: 'globe',
    name,
    detail: id,
    to: `?channel=${id}`,
  }))

/** Pages of the content of one channel. */
const contentFinds = (t: Translate, staff: Staff, channel: NamedChannel): Find[] =>
  staff.permissions.includes('content.read')
    ? allContentNodes(t, channel.id).map(({ name, to }) => ({
        key: `thing ${to}`,
        group: t('content'),
        icon: 'text',
        name,
        detail: channel.name,
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
