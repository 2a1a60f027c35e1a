import { z } from 'zod'

import {
  Alt,
  Code,
  Flag,
  Line,
  listOf,
  Name,
  perLanguage,
  PictureName,
  evenIfOthersFail,
  whole,
} from '#server/platform/parsing/schema-fields.ts'

const MAX_CATEGORIES = 6
const MAX_EXTRA_CATEGORIES = 3
const MAX_BRANDS = 9

/** The text fields of a tile in the file, and their names in the shop. */
export const TILE_FIELDS = {
  category: {
    bannerText1: 'bannerText1',
    bannerText2: 'bannerText2',
    firstText: 'firstText',
    secondText: 'secondText',
    bannerAlt: 'bannerAlt',
    mediaAlt: 'mediaAlt',
  },
  brand: {
    title: 'title',
    brandBannerText: 'bannerText1',
    bannerAlt: 'bannerAlt',
    mediaAlt: 'mediaAlt',
  },
} as const

/** A tag may be written as its code alone. It is then in the first column. */
const MenuTag = z.preprocess(
  (tag) => (typeof tag === 'string' ? { tag } : tag),
  z.strictObject({ tag: Code, web_menu_column: whole(1, 4).default(1) }),
)

/** Alternative texts of a tile's images. */
const alts = { bannerAlt: Line.optional(), mediaAlt: Line.optional() }
const picture = PictureName.or(z.literal('')).optional()

export type MenuItem = {
  id: string
  texts: Record<string, string | undefined>
  banner?: string | undefined
  banner_alt: Record<string, string | undefined>
  tags: { tag: string; web_menu_column: number }[]
  items: MenuItem[]
}
const MenuItem: z.ZodType<MenuItem> = z.strictObject({
  id: Code,
  texts: perLanguage(Name),
  banner: picture,
  banner_alt: Alt.default({}),
  tags: z.array(MenuTag).default([]),
  get items() {
    return z.array(MenuItem).default([])
  },
})

const Category = z.strictObject({
  code: Code,
  extra: Flag.default(false),
  tags: listOf(Code).default([]),
  banner: picture,
  media: picture,
  texts: perLanguage(
    z.strictObject({
      bannerText1: Line.optional(),
      bannerText2: Line.optional(),
      firstText: Line.optional(),
      secondText: Line.optional(),
      ...alts,
    }),
  ).default({}),
})

const BrandTile = z.strictObject({
  brand: Code,
  tags: listOf(Code).default([]),
  banner: picture,
  media: picture,
  texts: perLanguage(
    z.strictObject({ title: Line.optional(), brandBannerText: Line.optional(), ...alts }),
  ).default({}),
})

export const NavigationShape = z
  .strictObject({
    menu: z.array(MenuItem).default([]),
    home: z
      .strictObject({
        categories: z.array(Category).default([]),
        brands: z
          .array(BrandTile)
          .max(MAX_BRANDS, `has more than ${MAX_BRANDS} brands`)
          .default([]),
      })
      .default({ categories: [], brands: [] }),
  })
  .superRefine(({ menu }, context) => {
    const report = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const ids = new Set<string>()
    eachItem(menu, ['menu'], (item, path) => {
      if (ids.has(item.id)) report([...path, 'id'], `the menu item '${item.id}' appears twice`)
      ids.add(item.id)
      if (Object.values(item.texts).every((text) => !text))
        report([...path, 'texts'], `the menu item '${item.id}' has no title in any language`)
      const tags = item.tags.map(({ tag }) => tag)
      for (const [index, tag] of tags.entries())
        if (tags.indexOf(tag) !== index) report([...path, 'tags', index], `'${tag}' appears twice`)
    })
  }, evenIfOthersFail('menu'))
  .superRefine(({ home }, context) => {
    const report = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const counted = { main: 0, extra: 0 }
    for (const [index, { code, extra }] of home.categories.entries()) {
      const path = ['home', 'categories', index]
      counted[extra ? 'extra' : 'main'] += 1
      if (home.categories.findIndex((other) => other.code === code) !== index)
        report([...path, 'code'], `the category '${code}' appears twice`)
      if (extra ? counted.extra > MAX_EXTRA_CATEGORIES : counted.main > MAX_CATEGORIES)
        report(
          path,
          `there is room for ${MAX_CATEGORIES} categories and ${MAX_EXTRA_CATEGORIES} extra ones`,
        )
    }
    for (const [index, { brand }] of home.brands.entries())
      if (home.brands.findIndex((other) => other.brand === brand) !== index)
        report(['home', 'brands', index, 'brand'], `the brand '${brand}' appears twice`)
  }, evenIfOthersFail('home'))
export type NavigationShape = z.output<typeof NavigationShape>

/** Every item of the menu, parents before their children. */
export function eachItem(
  items: MenuItem[],
  path: PropertyKey[],
  visit: (item: MenuItem, path: PropertyKey[], parent: MenuItem | undefined) => void,
  parent?: MenuItem,
) {
  for (const [index, item] of items.entries()) {
    visit(item, [...path, index], parent)
    eachItem(item.items, [...path, index, 'items'], visit, item)
  }
}
