import type { Answer } from '#contract/client.shop.ts'
import type { NavigationItem } from '#contract/content/content.shop.ts'
import { searchIn } from '#contract/shared/list-query.ts'
import { type Language, languages } from '#domain/language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

type Navigation = Answer<'navigation'>['response']

export type ListHeading = {
  title: string
  text: string
  banner: string
  bannerAlt: string
  /** The banner, unless it is the one that all lists without their own share. */
  ownBanner: string
  /** The breadcrumb between home and this list. */
  parents: { title: string; to: string }[]
  /** The same search in the whole shop, if this list is only a part. */
  everywhere?: { title: string; to: string }
}

/**
 * The heading comes from the first of category, brand, main tag and tag that the address contains and the shop knows.
 */
export function headingFor(
  search: string,
  navigation: Navigation,
  texts: PageTexts,
  { brandName, used, isEmpty, language }: HeadingHints,
): ListHeading {
  const query = new URLSearchParams(search)
  const term = searchIn(query)?.trim() ?? ''
  const category = categoryHeading(query.get('categoryCode'), navigation)
  const brand = brandHeading(query.get('brandId'), navigation, brandName)
  const source =
    category ??
    brand ??
    mainTagHeading(query.get('mainTagId'), navigation) ??
    tagsHeading(query.getAll('tagId'), navigation, (names) => joinNames(names, texts, language))
  const ownBanner = source?.banner ?? ''
  const shared = texts.picture('banner')
  const banner = ownBanner || shared?.file || ''
  const bannerAlt = (ownBanner ? source?.bannerAlt : shared?.alt) ?? ''
  const common = { ownBanner, bannerAlt, parents: source?.parents ?? [] }
  if (term === '') {
    return {
      title: source?.title || texts.text('title'),
      text: source?.text ?? '',
      banner,
      ...common,
    }
  }
  const shownTerm = shortened(used ?? term)
  if (!source) {
    const key = isEmpty && texts.has('searchNone') ? 'searchNone' : 'searchTitle'
    return { title: texts.text(key, { search: shownTerm }), text: '', banner: '', ...common }
  }
  const within = !category && brand ? 'searchAtBrand' : 'searchWithin'
  return {
    title: texts.text(within, { search: shownTerm, title: source.title }),
    text: '',
    banner,
    ...common,
    everywhere: {
      title: texts.text('searchEverywhere', { search: shownTerm }),
      to: `/products?${new URLSearchParams({ search: term })}`,
    },
  }
}

const MAX_SHOWN_LETTERS = 60

/** Cuts a long search term for the heading. */
function shortened(term: string): string {
  if (term.length <= MAX_SHOWN_LETTERS) return term
  // A cut between the two halves of a character would leave an invalid one.
  const first = term.slice(0, MAX_SHOWN_LETTERS).replace(/[\uD800-\uDBFF]$/, '')
  return `${first.trimEnd()}…`
}

/** Facts that the address of the list does not contain: its only brand, the word that was searched instead, whether it is empty. */
type HeadingHints = {
  brandName: string | undefined
  used: string | null | undefined
  isEmpty: boolean
  language: Language
}

const MAX_NAMES = 3

/** For example 'Mokken, Vazen en Lampen'. Of many names only the first ones, and the number of the others. */
function joinNames(names: string[], texts: PageTexts, language: Language): string {
  if (names.length <= MAX_NAMES) return new Intl.ListFormat(languages[language].tag).format(names)
  return texts.text('tagsAndMore', {
    tags: names.slice(0, MAX_NAMES - 1).join(', '),
    count: names.length - MAX_NAMES + 1,
  })
}

type HeadingSource = Partial<ListHeading> & { title: string }

function categoryHeading(
  code: string | null,
  { homeCategories }: Navigation,
): HeadingSource | undefined {
  const category = homeCategories.find((category) => category.code === code)
  return (
    category && {
      title: category.bannerText1.value_string || category.firstText,
      text: category.bannerText2.value_string || category.secondText,
      banner: category.bannerImage,
      bannerAlt: category.bannerAlt,
    }
  )
}

function brandHeading(
  id: string | null,
  { homeBrands }: Navigation,
  name: string | undefined,
): HeadingSource | undefined {
  if (id === null) return undefined
  const brand = homeBrands.find(({ brandId }) => brandId === id)
  if (!brand) return name === undefined ? undefined : { title: name }
  const { title, brandBannerText: text, brandBannerImage: banner, bannerAlt } = brand
  return { title, text, banner, bannerAlt }
}

function mainTagHeading(id: string | null, navigation: Navigation): HeadingSource | undefined {
  if (id === null) return undefined
  const [item, ...parents] = pathTo(navigation.navItems, (item) => item.id === id).toReversed()
  if (item) {
    const withBanner = [item, ...parents].find((menuItem) => bannerOf(menuItem) !== '')
    return {
      title: item.title,
      ...bannerFields(withBanner),
      parents: parents.toReversed().map(breadcrumbTo),
    }
  }
  const group = navigation.tagGroups.find((group) => group.product_tag_group_id === id)
  const tags = group?.tags.map((tag) => tag.product_tag_id) ?? []
  return group && { title: group.tag_group_discription, ...bannerForTags(navigation, tags) }
}

function tagsHeading(
  ids: string[],
  navigation: Navigation,
  join: (names: string[]) => string,
): HeadingSource | undefined {
  if (ids.length === 0) return undefined
  const wanted = new Set(ids)
  const banner = bannerForTags(navigation, ids)
  const [item, ...parents] = pathTo(navigation.navItems, (item) =>
    sameTags(item.producttags, wanted),
  ).toReversed()
  if (item) return { title: item.title, ...banner, parents: parents.toReversed().map(breadcrumbTo) }

  const group = navigation.tagGroups.find(({ tags }) =>
    ids.every((id) => tags.some((tag) => tag.product_tag_id === id)),
  )
  const [only, ...others] = group?.tags.filter((tag) => wanted.has(tag.product_tag_id)) ?? []
  if (only && others.length === 0) return { title: only.tag_description, ...banner }
  if (group) return { title: group.tag_group_discription, ...banner }
  const names = navigation.tagGroups.flatMap(({ tags }) =>
    tags.flatMap((tag) => (wanted.has(tag.product_tag_id) ? tag.tag_description : [])),
  )
  return names.length === 0 ? undefined : { title: join(names), ...banner }
}

/** The menu items from the top of the menu to the item. Empty if there is none. */
function pathTo(
  items: NavigationItem[],
  matches: (item: NavigationItem) => boolean,
): NavigationItem[] {
  for (const item of items) {
    if (matches(item)) return [item]
    const below = pathTo(item.childNavItems, matches)
    if (below.length > 0) return [item, ...below]
  }
  return []
}

const sameTags = (tags: NavigationItem['producttags'], wanted: Set<string>) =>
  tags.length === wanted.size && tags.every(({ id }) => wanted.has(id))

const bannerOf = (item: NavigationItem) => item.bannerImage || item.banner_image
const bannerFields = (item: NavigationItem | undefined) => ({
  banner: item ? bannerOf(item) : '',
  bannerAlt: item?.bannerAlt ?? '',
})

/** The banner of the smallest menu item that contains all of the tags. */
function bannerForTags({ navItems }: Navigation, ids: string[]) {
  const [smallest] = navItems
    .map((item) => ({ ...bannerFields(item), tags: tagsBelow(item) }))
    .filter(({ banner, tags }) => banner !== '' && ids.every((id) => tags.has(id)))
    .sort((a, b) => a.tags.size - b.tags.size)
  return { banner: smallest?.banner ?? '', bannerAlt: smallest?.bannerAlt ?? '' }
}

const tagsBelow = (item: NavigationItem): Set<string> =>
  new Set([
    ...item.producttags.map(({ id }) => id),
    ...item.childNavItems.flatMap((child) => [...tagsBelow(child)]),
  ])

function breadcrumbTo(item: NavigationItem) {
  const query = new URLSearchParams({ mainTagId: item.id })
  for (const tag of tagsBelow(item)) query.append('tagId', tag)
  return { title: item.title, to: `/products?${query}` }
}
