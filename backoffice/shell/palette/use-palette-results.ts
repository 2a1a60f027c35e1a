import { actionFinds, themeFinds } from '#backoffice/shell/palette/action-finds.ts'
import { type Find, plain, ranked } from '#backoffice/shell/palette/rank-finds.ts'
import { allContentNodes } from '#backoffice/i18n/content-node-names.ts'
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
import { applyTheme, THEMES } from '#backoffice/color-scheme.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { STAFF_LANGUAGES, languages } from '#domain/language.ts'

/** The most channels in the results. A longer search text finds the others. */
const MOST_CHANNELS = 8

/**
 * Local results, shown at once without the server. Before anything is typed: the pages seen last, what can be done, and
 * the pages in the order of the menu.
 */
export function usePaletteResults(staff: Staff, typed: string, leave: () => void): Find[] {
  const t = useTranslate()
  const own = useOwnFinds(leave)
  const { channels, named } = useChannels()
  const { pathname } = useLocation()
  const [query] = useQueryParams()
  const channel = query.get('channel') ?? channels[0]?.id
  const pages = pageFinds(t, staff)
  const actions = [...pages.filter(({ icon }) => icon === 'plus'), ...actionFinds(t, staff)].map(
    (find) => ({ ...find, group: t('actions') }),
  )
  const places = pages.filter(({ icon }) => icon !== 'plus')
  if (typed.trim() === '')
    return [...recentFinds(t, staff, pathname), ...actions, ...places, ...own]
  return [
    ...orderFind(t, staff, typed),
    ...places,
    ...detailFinds(t, staff),
    ...actions,
    ...ranked(themeFinds(t, staff, channels), typed).slice(0, MOST_CHANNELS),
    ...(channel === undefined ? [] : contentFinds(t, staff, named(channel))),
    ...ranked(channelFinds(t, channels), typed).slice(0, MOST_CHANNELS),
    ...own,
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

const isOne = ({ path }: PageDefinition) => path.includes('/:')

const MENU = [...NAVIGATION.flat(), SETTINGS].flatMap(({ tabs }) => tabs.map(pathOf))

/** The place in the menu. Pages that are not in it are last. */
const placeOf = ({ path }: PageDefinition) => {
  const at = MENU.indexOf(path)
  return at < 0 ? MENU.length : at
}

const pageFinds = (t: Translate, staff: Staff): Find[] =>
  backofficePages
    .toSorted((a, b) => placeOf(a) - placeOf(b))
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

/** Settings of the user, who changes them here. */
function useOwnFinds(leave: () => void): Find[] {
  const t = useTranslate()
  const { speak } = useBackofficeLanguage()
  return [
    ...STAFF_LANGUAGES.map((language) => ({
      key: `language ${language}`,
      group: t('account'),
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
      group: t('account'),
      icon: 'today' as const,
      name: t(`theme.${theme}`),
      detail: t('theme'),
      run: () => applyTheme(theme),
    })),
    {
      key: 'sign out',
      group: t('account'),
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
