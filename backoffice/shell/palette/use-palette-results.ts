import { actionFinds, themeFinds } from '#backoffice/shell/palette/action-finds.ts'
import { type Find, searchable, ranked } from '#backoffice/shell/palette/rank-finds.ts'
import { listContentNodeLinks } from '#backoffice/i18n/content-node-names.ts'
import { useQueryParams, useLocation } from '#backoffice/kit/router/address.tsx'
import type { PageDefinition } from '#backoffice/kit/page/page-definition.ts'
import { recentPages } from '#backoffice/kit/page/recent-pages.ts'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { backofficePages, findPage, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import {
  entryAt,
  NAVIGATION,
  pathOf,
  SETTINGS,
  tabsFor,
} from '#backoffice/shell/pages/navigation.ts'
import { type NamedChannel, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import { applyColorScheme, COLOR_SCHEMES } from '#backoffice/color-scheme.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { STAFF_LANGUAGES, languages } from '#domain/language.ts'

/** The most channels in the results. A longer search text finds the others. */
const MAX_CHANNELS = 8

/**
 * Results that need no server. Before the user types: recent pages, actions, and all pages in the order of the menu.
 */
export function usePaletteResults(staff: Staff, typed: string, signOut: () => void): Find[] {
  const t = useTranslate()
  const accountFinds = useAccountFinds(signOut)
  const { channels, channelOf } = useChannels()
  const { pathname } = useLocation()
  const [query] = useQueryParams()
  const channel = query.get('channel') ?? channels[0]?.id
  const pages = pageFinds(t, staff)
  const actions = [...pages.filter(({ icon }) => icon === 'plus'), ...actionFinds(t, staff)].map(
    (find) => ({ ...find, group: t('actions') }),
  )
  const otherPages = pages.filter(({ icon }) => icon !== 'plus')
  if (typed.trim() === '')
    return [...recentFinds(t, staff, pathname), ...actions, ...otherPages, ...accountFinds]
  return [
    ...orderFind(t, staff, typed),
    ...otherPages,
    ...detailFinds(t, staff),
    ...actions,
    ...ranked(themeFinds(t, staff, channels), typed).slice(0, MAX_CHANNELS),
    ...(channel === undefined ? [] : contentFinds(t, staff, channelOf(channel))),
    ...ranked(channelFinds(t, channels), typed).slice(0, MAX_CHANNELS),
    ...accountFinds,
  ]
}

function recentFinds(t: Translate, staff: Staff, pathname: string): Find[] {
  return recentPages().flatMap(({ path, title }) => {
    const page = path === pathname ? undefined : findPage(path)?.page
    if (!page || !mayOpen(page, staff)) return []
    return [
      { key: `recent ${path}`, group: t('recentPages'), icon: page.icon, name: title, to: path },
    ]
  })
}

const isDetailPage = ({ path }: PageDefinition) => path.includes('/:')

const MENU_PATHS = [...NAVIGATION.flat(), SETTINGS].flatMap(({ tabs }) => tabs.map(pathOf))

/** The position in the menu. Pages that are not in the menu are last. */
const menuPosition = ({ path }: PageDefinition) => {
  const index = MENU_PATHS.indexOf(path)
  return index < 0 ? MENU_PATHS.length : index
}

const pageFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .toSorted((a, b) => menuPosition(a) - menuPosition(b))
    .filter((page) => !isDetailPage(page) && mayOpen(page, staff))
    // Of several pages with one name only the first, which leads to the others.
    .filter((page, index, pages) => pages.findIndex(({ label }) => label === page.label) === index)
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

/** A result for each detail page, such as that of an order. It leads to the list. */
const detailFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .filter((page) => isDetailPage(page) && mayOpen(page, staff))
    .flatMap((page) => {
      const list = listOf(page, staff)
      const name = t(page.label)
      // A search for this name already finds the list.
      if (!list || searchable(t(list.label)).includes(searchable(name))) return []
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

/** The user's language, color scheme and sign-out, as actions. */
function useAccountFinds(signOut: () => void): Find[] {
  const t = useTranslate()
  const { setLanguage } = useBackofficeLanguage()
  return [
    ...STAFF_LANGUAGES.map((language) => ({
      key: `language ${language}`,
      group: t('account'),
      icon: 'globe' as const,
      name: languages[language].label,
      detail: t('language'),
      run: async () => {
        await setLanguage(language)
        await callBackoffice('changeLanguage', { language })
      },
    })),
    ...COLOR_SCHEMES.map((scheme) => ({
      key: `theme ${scheme}`,
      group: t('account'),
      icon: 'today' as const,
      name: t(`theme.${scheme}`),
      detail: t('theme'),
      run: () => applyColorScheme(scheme),
    })),
    {
      key: 'sign out',
      group: t('account'),
      icon: 'leave',
      name: t('signOut'),
      run: signOut,
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
    ? listContentNodeLinks(t, channel.id).map(({ name, to }) => ({
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
