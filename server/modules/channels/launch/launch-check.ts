import type { Finding } from '#contract/channels/launch-check.staff.ts'
import { isEmail } from '#domain/mail/email.ts'
import { COUNTRIES } from '#domain/addresses/countries.ts'
import { type ThemePart, themeStates } from '#domain/channels/theme-states.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  type CheckedChannel,
  ENOUGH_GIFTS,
  type MissingTexts,
  type GiftChoice,
  readChannels,
  readEmptyCategories,
  listMissingTexts,
  readLinks,
  readPages,
  readGiftChoice,
  listImagesWithoutAltText,
  DEFAULT_POINTS,
} from '#server/modules/channels/launch/launch-check.sql.ts'
import { isReservedSegment } from '#server/modules/content/validation/page-names.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** More than a channel has pages or menu items, so that colleagues can see and fix all of them. */
const MAX_ITEMS = 500
const LEGAL_PAGES = ['termsandconditionscomponents', 'privacystatementcomponents'] as const
const SENDER_FIELDS = ['company_name', 'email'] as const

type Part = Omit<Finding, 'language' | 'points' | 'items' | 'count'> &
  Partial<Pick<Finding, 'language' | 'points' | 'items' | 'count'>>

const finding = (part: Part): Finding => {
  const { items = [], count = items.length, language = null, points = null, ...required } = part
  return { ...required, language, points, count, items: items.slice(0, MAX_ITEMS) }
}

/**
 * The findings of the launch check, by channel: errors block the opening, warnings do not. The list, the channel's page
 * and the opening all use this function.
 */
export async function launchFindings(sql: Queries, ids: string[]): Promise<Map<string, Finding[]>> {
  if (ids.length === 0) return new Map()
  const [channels, missingTexts, pictures, choices, categories, links, pages] = await Promise.all([
    readChannels(sql, ids),
    listMissingTexts(sql, ids),
    listImagesWithoutAltText(sql, ids),
    readGiftChoice(sql, ids),
    readEmptyCategories(sql, ids),
    readLinks(sql, ids),
    readPages(sql, ids),
  ])
  const pathsOf = pathsByChannel(pages)
  const shared = pathsOf(SHARED_CHANNEL)
  return new Map(
    channels.map((channel) => {
      const ofChannel = <Row extends { channel_id: string }>(rows: readonly Row[]) =>
        rows.filter(({ channel_id }) => channel_id === channel.id)
      const paths = pathsOf(channel.id)
      const isPage = (path: string) => paths.has(path) || shared.has(path)
      const shownLinks = [
        ...ofChannel(links),
        ...links.filter(({ channel_id }) => channel_id === SHARED_CHANNEL),
      ]
      const findings = [
        ...settingFindings(channel),
        ...textFindings(channel, ofChannel(missingTexts)),
        ...LEGAL_PAGES.filter((path) => !isPage(path)).map((path) => {
          const at = contentLink(channel.id, { search: path })
          return finding({ kind: 'legal-missing', level: 'bad', items: [{ name: path, at }], at })
        }),
        ...ofChannel(pictures).map(({ count, pictures }) =>
          finding({
            kind: 'pictures-without-words',
            level: 'warn',
            count,
            items: pictures.map(({ hash, name }) => ({
              name: name || hash,
              at: `/backoffice/media/${hash}#words`,
            })),
            at: listLink('media', { channel: channel.id, words: 'none' }),
          }),
        ),
        ...ofChannel(choices).flatMap((choice) => giftFindings(channel, choice)),
        ...ofChannel(categories).map(({ count, ids }) =>
          finding({
            kind: 'empty-categories',
            level: 'warn',
            count,
            ...linkEach(ids.map((id) => ({ name: id, at: menuItemLink(channel.id, id) }))),
          }),
        ),
        ...linkFindings(channel.id, shownLinks, isPage),
      ]
      return [channel.id, findings] as const
    }),
  )
}

const VAT_RATES_LINK = '/backoffice/finance/vat-rates#unchecked'
/** The part after the # names the field to edit, see `use-anchor.ts`. */
const settingsLink = (id: string, section: string, field = section) =>
  `/backoffice/channels/${id}/${section}#${field}`
const listLink = (list: string, query: Record<string, string>) =>
  `/backoffice/${list}?${new URLSearchParams(query).toString()}#list`
const contentLink = (channel: string, query: Record<string, string>) =>
  listLink('content', { channel, ...query })
const textLink = (id: string, path: string, field: string) =>
  `/backoffice/content/texts/${encodeURIComponent(path)}?channel=${id}#${encodeURIComponent(field)}`
const menuItemLink = (id: string, item: string) =>
  `/backoffice/content/navigation?channel=${id}#${encodeURIComponent(`item-${item}`)}`

/** Each item has its own link; the finding links to the first. */
const linkEach = (items: { name: string; at: string }[]) => ({
  items,
  at: items[0]?.at ?? '/backoffice/content',
})

function pathsByChannel(rows: readonly { channel_id: string; path: string }[]) {
  const byChannel = new Map<string, Set<string>>()
  for (const { channel_id, path } of rows) {
    const paths = byChannel.get(channel_id) ?? new Set()
    byChannel.set(channel_id, paths.add(path))
  }
  return (channel: string): ReadonlySet<string> => byChannel.get(channel) ?? new Set()
}

/** The theme field that determines the contrast of each part of the shop. */
const COLOUR_FIELD_OF: Record<ThemePart, string> = {
  button: 'theme.active',
  hero: 'theme.active',
  link: 'theme.active',
  heading: 'theme.heading',
  chip: 'theme.heading',
  number: 'theme.heading',
  accent: 'theme.accent',
}
const companyLink = (id: string, name: (typeof SENDER_FIELDS)[number]) =>
  `/backoffice/content/company?channel=${id}#company.${name}`

const missingSenderFields = ({ company }: Pick<CheckedChannel, 'company'>) =>
  SENDER_FIELDS.filter(
    (field) => !company[field] || (field === 'email' && !isEmail(String(company['email']))),
  )

/** Findings about the channel's own settings. */
function settingFindings({ id, ...channel }: CheckedChannel): Finding[] {
  const unreadable = themeStates(channel.theme_options).filter(({ isReadable }) => !isReadable)
  const missingFields = missingSenderFields(channel)
  const unserved = channel.home_delivery_allowed
    ? channel.countries.filter((code) => !COUNTRIES.some((country) => country === code))
    : []
  return [
    ...(channel.hosts === 0
      ? [finding({ kind: 'no-hosts', level: 'warn', at: settingsLink(id, 'domains') })]
      : []),
    ...(unreadable.length > 0
      ? [
          finding({
            kind: 'contrast',
            level: 'bad',
            items: unreadable.map(({ part, state, contrast }) => ({
              name: `${part}.${state} ${contrast.toFixed(2)}`,
              at: settingsLink(id, 'theme', COLOUR_FIELD_OF[part]),
            })),
            at: settingsLink(id, 'theme', COLOUR_FIELD_OF[unreadable[0]?.part ?? 'button']),
          }),
        ]
      : []),
    ...(missingFields.length > 0
      ? [
          finding({
            kind: 'sender-missing',
            level: 'bad',
            ...linkEach(missingFields.map((name) => ({ name, at: companyLink(id, name) }))),
          }),
        ]
      : []),
    ...(unserved.length > 0
      ? [
          finding({
            kind: 'countries-unserved',
            level: 'bad',
            items: unserved.map((name) => ({
              name,
              at: settingsLink(id, 'delivery', 'countries'),
            })),
            at: settingsLink(id, 'delivery', 'countries'),
          }),
        ]
      : []),
    ...(channel.voucher_vat === null
      ? [finding({ kind: 'vat-undecided', level: 'warn', at: settingsLink(id, 'vat') })]
      : []),
    ...(channel.unchecked.length > 0
      ? [
          finding({
            kind: 'vat-unchecked',
            level: 'warn',
            items: channel.unchecked.map((name) => ({ name, at: VAT_RATES_LINK })),
            at: VAT_RATES_LINK,
          }),
        ]
      : []),
  ]
}

function textFindings(
  { id, default_language }: CheckedChannel,
  missingTexts: readonly MissingTexts[],
): Finding[] {
  return missingTexts.map(({ language, empty, count, paths }) =>
    finding({
      kind: empty ? 'texts-missing' : 'texts-fallback',
      // All texts must exist in the channel's default language; other languages may fall back.
      level: language === default_language ? 'bad' : 'warn',
      language,
      count,
      items: paths.map((path) => ({ name: path, at: textLink(id, path, `lacks-${language}`) })),
      at:
        paths.length === 1
          ? textLink(id, paths[0] ?? '', `lacks-${language}`)
          : contentLink(id, { gap: language }),
    }),
  )
}

function giftFindings({ id, default_language }: CheckedChannel, choice: GiftChoice): Finding[] {
  if (!choice.sells) {
    return [finding({ kind: 'no-gifts', level: 'bad', at: listLink('gifts', { not_in: id }) })]
  }
  const at = `/backoffice/range-coverage?channel=${id}#coverage`
  const points = choice.points ?? DEFAULT_POINTS
  const choiceFindings = points.flatMap((step, index) => {
    const count = choice.affordable[index] ?? 0
    if (count >= ENOUGH_GIFTS) return []
    const kind = count === 0 ? ('none-in-reach' as const) : ('few-in-reach' as const)
    return [finding({ kind, level: count === 0 ? 'bad' : 'warn', points: step, count, at })]
  })
  const unnamedList = listLink('gifts', { channel: id, active: 'yes', missing: default_language })
  const soldOutList = listLink('gifts', { channel: id, active: 'yes', stock: 'out' })
  return [
    ...choiceFindings,
    ...(choice.unnamed > 0
      ? [
          finding({
            kind: 'gifts-without-name',
            level: 'bad',
            count: choice.unnamed,
            at: unnamedList,
          }),
        ]
      : []),
    ...(choice.sold_out > 0
      ? [finding({ kind: 'sold-out', level: 'warn', count: choice.sold_out, at: soldOutList })]
      : []),
  ]
}

function linkFindings(
  id: string,
  links: readonly { path: string; href: string }[],
  isPage: (path: string) => boolean,
): Finding[] {
  const dead = links.filter(({ href }) => {
    const [, segment = ''] = /^\/([^/?#]*)/.exec(href) ?? []
    return segment !== '' && !isReservedSegment(segment) && !isPage(segment)
  })
  if (dead.length === 0) return []
  const items = dead.map(({ path, href }) => ({
    name: `${path}: ${href}`,
    at: textLink(id, path, `link-${encodeURIComponent(href)}`),
  }))
  return [finding({ kind: 'dead-links', level: 'warn', count: dead.length, ...linkEach(items) })]
}
