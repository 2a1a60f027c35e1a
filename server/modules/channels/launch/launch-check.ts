import type { Finding } from '#contract/channels/launch-check.staff.ts'
import { isEmail } from '#domain/mail/email.ts'
import { COUNTRIES } from '#domain/addresses/countries.ts'
import { type ThemePart, themeStates } from '#domain/channels/theme-states.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  type CheckedChannel,
  FEW,
  type LackingText,
  type Reach,
  readChannels,
  readEmptyCategories,
  readLacking,
  readLinks,
  readPages,
  readReach,
  listImagesWithoutAltText,
  USUAL_POINTS,
} from '#server/modules/channels/launch/launch-check.sql.ts'
import { isOwnAddress } from '#server/modules/content/validation/page-names.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** More than a channel has pages or menu items, so that colleagues can see and fix all of them. */
const MAX_ITEMS = 500
const LEGAL = ['termsandconditionscomponents', 'privacystatementcomponents'] as const
const SENDER = ['company_name', 'email'] as const

type Part = Omit<Finding, 'language' | 'points' | 'items' | 'count'> &
  Partial<Pick<Finding, 'language' | 'points' | 'items' | 'count'>>

const finding = (part: Part): Finding => {
  const { items = [], count = items.length, language = null, points = null, ...rest } = part
  return { ...rest, language, points, count, items: items.slice(0, MAX_ITEMS) }
}

/**
 * The findings that block these channels from opening. One function for one or many, so that the list, the channel's
 * page and the opening agree.
 */
export async function launchFindings(sql: Queries, ids: string[]): Promise<Map<string, Finding[]>> {
  if (ids.length === 0) return new Map()
  const [channels, lacking, pictures, reach, categories, links, pages] = await Promise.all([
    readChannels(sql, ids),
    readLacking(sql, ids),
    listImagesWithoutAltText(sql, ids),
    readReach(sql, ids),
    readEmptyCategories(sql, ids),
    readLinks(sql, ids),
    readPages(sql, ids),
  ])
  const pathsOf = pathsByChannel(pages)
  const shared = pathsOf(SHARED_CHANNEL)
  return new Map(
    channels.map((channel) => {
      const of = <Row extends { channel_id: string }>(rows: readonly Row[]) =>
        rows.filter(({ channel_id }) => channel_id === channel.id)
      const [paths, own] = [pathsOf(channel.id), of(links)]
      const isPage = (path: string) => paths.has(path) || shared.has(path)
      const shownLinks = [
        ...own,
        ...links.filter(({ channel_id }) => channel_id === SHARED_CHANNEL),
      ]
      const findings = [
        ...themeFindings(channel),
        ...textFindings(channel, of(lacking)),
        ...LEGAL.filter((path) => !isPage(path)).map((path) => {
          const at = contentAt(channel.id, { search: path })
          return finding({ kind: 'legal-missing', level: 'bad', items: [{ name: path, at }], at })
        }),
        ...of(pictures).map(({ count, pictures: unsaid }) =>
          finding({
            kind: 'pictures-without-words',
            level: 'warn',
            count,
            items: unsaid.map(({ hash, name }) => ({
              name: name || hash,
              at: `/backoffice/media/${hash}#words`,
            })),
            at: listAt('media', { channel: channel.id, words: 'none' }),
          }),
        ),
        ...of(reach).flatMap((one) => giftFindings(channel, one)),
        ...of(categories).map(({ count, ids }) =>
          finding({
            kind: 'empty-categories',
            level: 'warn',
            count,
            ...leadTo(ids.map((id) => [id, itemAt(channel.id, id)])),
          }),
        ),
        ...linkFindings(channel.id, shownLinks, isPage),
      ]
      return [channel.id, findings] as const
    }),
  )
}

const VAT_RATES_AT = '/backoffice/finance/vat-rates#unchecked'
/** Each link leads to the field to edit: the part after the # names it, see `use-anchor.ts`. */
const pageAt = (id: string, section: string, field = section) =>
  `/backoffice/channels/${id}/${section}#${field}`
const listAt = (list: string, query: Record<string, string>) =>
  `/backoffice/${list}?${new URLSearchParams(query).toString()}#list`
const contentAt = (channel: string, query: Record<string, string>) =>
  listAt('content', { channel, ...query })
const textAt = (id: string, path: string, field: string) =>
  `/backoffice/content/texts/${encodeURIComponent(path)}?channel=${id}#${encodeURIComponent(field)}`
const itemAt = (id: string, item: string) =>
  `/backoffice/content/navigation?channel=${id}#${encodeURIComponent(`item-${item}`)}`

/** Each item has its own link; the finding links to the first. */
const leadTo = (places: [name: string, at: string][]) => ({
  items: places.map(([name, at]) => ({ name, at })),
  at: places[0]?.[1] ?? '/backoffice/content',
})

function pathsByChannel(rows: readonly { channel_id: string; path: string }[]) {
  const all = new Map<string, Set<string>>()
  for (const { channel_id, path } of rows) {
    const paths = all.get(channel_id) ?? new Set()
    all.set(channel_id, paths.add(path))
  }
  return (channel: string): ReadonlySet<string> => all.get(channel) ?? new Set()
}

/** The theme field that determines the contrast of each part of the shop. */
const COLOUR_OF: Record<ThemePart, string> = {
  button: 'theme.active',
  hero: 'theme.active',
  link: 'theme.active',
  heading: 'theme.heading',
  chip: 'theme.heading',
  number: 'theme.heading',
  accent: 'theme.accent',
}
const companyAt = (id: string, name: (typeof SENDER)[number]) =>
  `/backoffice/content/company?channel=${id}#company.${name}`

/** What it is set to. */
function themeFindings({ id, ...channel }: CheckedChannel): Finding[] {
  const unread = themeStates(channel.theme_options).filter(({ reads }) => !reads)
  const silent = SENDER.filter(
    (field) =>
      !channel.company[field] || (field === 'email' && !isEmail(String(channel.company['email']))),
  )
  const unserved = channel.home_delivery_allowed
    ? channel.countries.filter((code) => !COUNTRIES.some((country) => country === code))
    : []
  return [
    ...(channel.hosts === 0
      ? [finding({ kind: 'no-hosts', level: 'warn', at: pageAt(id, 'domains') })]
      : []),
    ...(unread.length > 0
      ? [
          finding({
            kind: 'contrast',
            level: 'bad',
            items: unread.map(({ part, state, contrast }) => ({
              name: `${part}.${state} ${contrast.toFixed(2)}`,
              at: pageAt(id, 'theme', COLOUR_OF[part]),
            })),
            at: pageAt(id, 'theme', COLOUR_OF[unread[0]?.part ?? 'button']),
          }),
        ]
      : []),
    ...(silent.length > 0
      ? [
          finding({
            kind: 'sender-missing',
            level: 'bad',
            ...leadTo(silent.map((name) => [name, companyAt(id, name)])),
          }),
        ]
      : []),
    ...(unserved.length > 0
      ? [
          finding({
            kind: 'countries-unserved',
            level: 'bad',
            items: unserved.map((name) => ({ name, at: pageAt(id, 'delivery', 'countries') })),
            at: pageAt(id, 'delivery', 'countries'),
          }),
        ]
      : []),
    ...(channel.voucher_vat === null
      ? [finding({ kind: 'vat-undecided', level: 'warn', at: pageAt(id, 'vat') })]
      : []),
    ...(channel.unchecked.length > 0
      ? [
          finding({
            kind: 'vat-unchecked',
            level: 'warn',
            items: channel.unchecked.map((name) => ({ name, at: VAT_RATES_AT })),
            at: VAT_RATES_AT,
          }),
        ]
      : []),
  ]
}

function textFindings(
  { id, default_language }: CheckedChannel,
  lacking: readonly LackingText[],
): Finding[] {
  return lacking.map(({ language, empty, count, paths }) =>
    finding({
      kind: empty ? 'texts-missing' : 'texts-fallback',
      // All texts must exist in the channel's default language; other languages may fall back.
      level: language === default_language ? 'bad' : 'warn',
      language,
      count,
      items: paths.map((path) => ({ name: path, at: textAt(id, path, `lacks-${language}`) })),
      at:
        paths.length === 1
          ? textAt(id, paths[0] ?? '', `lacks-${language}`)
          : contentAt(id, { gap: language }),
    }),
  )
}

function giftFindings({ id, default_language }: CheckedChannel, one: Reach): Finding[] {
  if (!one.sells) {
    return [finding({ kind: 'no-gifts', level: 'bad', at: listAt('gifts', { not_in: id }) })]
  }
  const at = `/backoffice/range-coverage?channel=${id}#coverage`
  const points = one.points ?? USUAL_POINTS
  const reach = points.flatMap((step, place) => {
    const count = one.reached[place] ?? 0
    if (count >= FEW) return []
    const kind = count === 0 ? ('none-in-reach' as const) : ('few-in-reach' as const)
    return [finding({ kind, level: count === 0 ? 'bad' : 'warn', points: step, count, at })]
  })
  const unnamed = listAt('gifts', { channel: id, active: 'yes', missing: default_language })
  const out = listAt('gifts', { channel: id, active: 'yes', stock: 'out' })
  return [
    ...reach,
    ...(one.unnamed > 0
      ? [finding({ kind: 'gifts-without-name', level: 'bad', count: one.unnamed, at: unnamed })]
      : []),
    ...(one.sold_out > 0
      ? [finding({ kind: 'sold-out', level: 'warn', count: one.sold_out, at: out })]
      : []),
  ]
}

function linkFindings(
  id: string,
  links: readonly { path: string; href: string }[],
  isPage: (path: string) => boolean,
): Finding[] {
  const dead = links.filter(({ href }) => {
    const [, first = ''] = /^\/([^/?#]*)/.exec(href) ?? []
    return first !== '' && !isOwnAddress(first) && !isPage(first)
  })
  if (dead.length === 0) return []
  const places = dead.map(({ path, href }): [string, string] => [
    `${path}: ${href}`,
    textAt(id, path, `link-${encodeURIComponent(href)}`),
  ])
  return [finding({ kind: 'dead-links', level: 'warn', count: dead.length, ...leadTo(places) })]
}
