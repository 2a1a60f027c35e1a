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
  words: PageTexts,
  { brandName, used, none, language }: HeadingHints,
): ListHeading {
  const query = new URLSearchParams(search)
  const term = searchIn(query)?.trim() ?? ''
  const category = ofCategory(query.get('categoryCode'), navigation)
  const brand = ofBrand(query.get('brandId'), navigation, brandName)
  const found =
    category ??
    brand ??
    ofMainTag(query.get('mainTagId'), navigation) ??
    ofTags(query.getAll('tagId'), navigation, (names) => namedTogether(names, words, language))
  const ownBanner = found?.banner ?? ''
  const shared = words.picture('banner')
  const banner = ownBanner || shared?.file || ''
  const bannerAlt = (ownBanner ? found?.bannerAlt : shared?.alt) ?? ''
  const about = { ownBanner, bannerAlt, parents: found?.parents ?? [] }
  if (term === '') {
    return { title: found?.title || words.text('title'), text: found?.text ?? '', banner, ...about }
  }
  const shown = shortened(used ?? term)
  if (!found) {
    const key = none && words.has('searchNone') ? 'searchNone' : 'searchTitle'
    return { title: words.text(key, { search: shown }), text: '', banner: '', ...about }
  }
  const within = !category && brand ? 'searchAtBrand' : 'searchWithin'
  return {
    title: words.text(within, { search: shown, title: found.title }),
    text: '',
    banner,
    ...about,
    everywhere: {
      title: words.text('searchEverywhere', { search: shown }),
      to: `/products?${new URLSearchParams({ search: term })}`,
    },
  }
}

const MOST_SHOWN_LETTERS = 60

/** The searched text as a heading, shortened; '' for text without a letter or digit. */
function shortened(term: string): string {
  if (term.length <= MOST_SHOWN_LETTERS) return term
  const first = term.slice(0, MOST_SHOWN_LETTERS).replace(/[\uD800-\uDBFF]$/, '')
  return `${first.trimEnd()}…`
}

/** Facts about the list beyond its address: its only brand, the word that was searched instead, and whether it is empty. */
type HeadingHints = {
  brandName: string | undefined
  used: string | null | undefined
  none: boolean
  language: Language
}

const MOST_NAMED = 3

/** 'Mokken, Vazen en Lampen'; of many the first ones, and the number of the others. */
function namedTogether(names: string[], words: PageTexts, language: Language): string {
  if (names.length <= MOST_NAMED) return new Intl.ListFormat(languages[language].tag).format(names)
  return words.text('tagsAndMore', {
    tags: names.slice(0, MOST_NAMED - 1).join(', '),
    count: names.length - MOST_NAMED + 1,
  })
}

type Found = Partial<ListHeading> & { title: string }

function ofCategory(code: string | null, { homeCategories }: Navigation): Found | undefined {
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

function ofBrand(
  id: string | null,
  { homeBrands }: Navigation,
  name: string | undefined,
): Found | undefined {
  if (id === null) return undefined
  const brand = homeBrands.find(({ brandId }) => brandId === id)
  if (!brand) return name === undefined ? undefined : { title: name }
  const { title, brandBannerText: text, brandBannerImage: banner, bannerAlt } = brand
  return { title, text, banner, bannerAlt }
}

function ofMainTag(id: string | null, navigation: Navigation): Found | undefined {
  if (id === null) return undefined
  const [item, ...above] = pathTo(navigation.navItems, (item) => item.id === id).toReversed()
  if (item) {
    const shown = [item, ...above].find((one) => bannerOf(one) !== '')
    return { title: item.title, ...bannerIn(shown), parents: above.toReversed().map(linkTo) }
  }
  const group = navigation.tagGroups.find((group) => group.product_tag_group_id === id)
  const tags = group?.tags.map((tag) => tag.product_tag_id) ?? []
  return group && { title: group.tag_group_discription, ...bannerWith(navigation, tags) }
}

function ofTags(
  ids: string[],
  navigation: Navigation,
  together: (names: string[]) => string,
): Found | undefined {
  if (ids.length === 0) return undefined
  const wanted = new Set(ids)
  const shown = bannerWith(navigation, ids)
  const [item, ...above] = pathTo(navigation.navItems, (item) =>
    sameTags(item.producttags, wanted),
  ).toReversed()
  if (item) return { title: item.title, ...shown, parents: above.toReversed().map(linkTo) }

  const group = navigation.tagGroups.find(({ tags }) =>
    ids.every((id) => tags.some((tag) => tag.product_tag_id === id)),
  )
  const [only, ...others] = group?.tags.filter((tag) => wanted.has(tag.product_tag_id)) ?? []
  if (only && others.length === 0) return { title: only.tag_description, ...shown }
  if (group) return { title: group.tag_group_discription, ...shown }
  const names = navigation.tagGroups.flatMap(({ tags }) =>
    tags.flatMap((tag) => (wanted.has(tag.product_tag_id) ? tag.tag_description : [])),
  )
  return names.length === 0 ? undefined : { title: together(names), ...shown }
}

/** From the top of the menu to the item; empty if there is none. */
function pathTo(
  items: NavigationItem[],
  isIt: (item: NavigationItem) => boolean,
): NavigationItem[] {
  for (const item of items) {
    if (isIt(item)) return [item]
    const below = pathTo(item.childNavItems, isIt)
    if (below.length > 0) return [item, ...below]
  }
  return []
}

const sameTags = (tags: NavigationItem['producttags'], wanted: Set<string>) =>
  tags.length === wanted.size && tags.every(({ id }) => wanted.has(id))

const bannerOf = (item: NavigationItem) => item.bannerImage || item.banner_image
const bannerIn = (item: NavigationItem | undefined) => ({
  banner: item ? bannerOf(item) : '',
  bannerAlt: item?.bannerAlt ?? '',
})

/** The banner of the smallest menu item that contains all of the tags. */
function bannerWith({ navItems }: Navigation, ids: string[]) {
  const [home] = navItems
    .map((item) => ({ ...bannerIn(item), tags: tagsBelow(item) }))
    .filter(({ banner, tags }) => banner !== '' && ids.every((id) => tags.has(id)))
    .sort((a, b) => a.tags.size - b.tags.size)
  return { banner: home?.banner ?? '', bannerAlt: home?.bannerAlt ?? '' }
}

const tagsBelow = (item: NavigationItem): Set<string> =>
  new Set([
    ...item.producttags.map(({ id }) => id),
    ...item.childNavItems.flatMap((child) => [...tagsBelow(child)]),
  ])

function linkTo(item: NavigationItem) {
  const query = new URLSearchParams({ mainTagId: item.id })
  for (const tag of tagsBelow(item)) query.append('tagId', tag)
  return { title: item.title, to: `/products?${query}` }
}
