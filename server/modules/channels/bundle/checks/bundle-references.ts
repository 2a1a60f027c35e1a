import type {
  ChannelBundle,
  Entries,
  Name,
} from '#server/modules/channels/bundle/channel-bundle.ts'
import type { PathInFile, Place, Placed } from '#server/platform/parsing/file-errors.ts'
import {
  eachItem,
  type NavigationShape,
} from '#server/modules/channels/bundle/schemas/navigation-schema.ts'
import type { ProductShape } from '#server/modules/channels/bundle/schemas/product-schema.ts'

export type Need = { name: Name; place: Place }
/**
 * The smallest part of a bundle that is imported or skipped: the names that it defines, and the names that it needs.
 */
export type Unit = { key: string; gives: Name[]; needs: Need[] }

/** The skus of a product, in the order of its file. */
export const articlesOf = (code: string, { articles }: ProductShape) =>
  articles ?? [{ sku: code, values: {}, pictures: [] }]

export function unitsOf(folder: ChannelBundle): Unit[] {
  const { channel, brands, tagGroups, dimensions, products } = folder
  const { logo } = channel.value
  return [
    unit('channel', [], logo ? [need(channel, `picture:${logo}`, ['logo'])] : []),
    ...unitsIn(brands, (code, brand) => {
      const { picture } = brand.value
      const needs = picture ? [need(brand, `picture:${picture}`, ['picture'])] : []
      return unit(`brand:${code}`, [`brand:${code}`], needs)
    }),
    ...unitsIn(tagGroups, (code, group) =>
      unit(
        `tagGroup:${code}`,
        Object.keys(group.value.tags).map((tag) => `tag:${tag}` as const),
        [],
      ),
    ),
    ...unitsIn(dimensions, (code, dimension) =>
      unit(
        `dimension:${code}`,
        [
          `dimension:${code}`,
          ...Object.keys(dimension.value.values).map((value) => `value:${code}/${value}` as const),
        ],
        [],
      ),
    ),
    ...unitsIn(products?.own, productUnit),
    ...unitsIn(products?.words, (code, words) =>
      unit(`words:${code}`, [], [need(words, `product:${code}`, [])]),
    ),
    ...(folder.prices?.rows ?? []).map((row) =>
      unit(`price:${row.value.sku}`, [], [need(row, `sku:${row.value.sku}`, ['sku'])]),
    ),
    ...(folder.counts?.rows ?? []).map((row) =>
      unit(`count:${row.value.sku}`, [], [need(row, `sku:${row.value.sku}`, ['sku'])]),
    ),
    ...(folder.vouchers?.rows ?? []).map((row) =>
      unit(
        `voucher:${row.value.code}`,
        [],
        row.value.spent_on.map(({ sku }) => need(row, `sku:${sku}`, ['spent_on'])),
      ),
    ),
    ...(folder.navigation ? [unit('navigation', [], navigationNeeds(folder.navigation))] : []),
    ...[...folder.content].map(([key, { fields }]) =>
      unit(
        `content:${key}`,
        [],
        fields.value
          .filter(({ kind }) => kind === 'media')
          .map(({ value, path }) => need(fields, `picture:${value}`, path)),
      ),
    ),
  ]
}

export const pictureNeeds = (folder: ChannelBundle) =>
  unitsOf(folder).flatMap(({ needs }) => needs.filter(({ name }) => name.startsWith('picture:')))

function productUnit(code: string, product: Placed<ProductShape>): Unit {
  const { brand, tags, pictures, dimensions, articles, cross_selling } = product.value
  return unit(
    `product:${code}`,
    [`product:${code}`, ...articlesOf(code, product.value).map(({ sku }) => `sku:${sku}` as const)],
    [
      need(product, `brand:${brand}`, ['brand']),
      ...tags.map((tag, index) => need(product, `tag:${tag}`, ['tags', index])),
      ...pictures.map((name, index) => need(product, `picture:${name}`, ['pictures', index])),
      ...dimensions.map((name, index) => need(product, `dimension:${name}`, ['dimensions', index])),
      ...(articles ?? []).flatMap((article, index) => [
        ...Object.entries(article.values).map(([dimension, value]) =>
          need(product, `value:${dimension}/${value}`, ['articles', index, 'values', dimension]),
        ),
        ...article.pictures.map((name, at) =>
          need(product, `picture:${name}`, ['articles', index, 'pictures', at]),
        ),
      ]),
      ...cross_selling.map((other, index) =>
        need(product, `product:${other}`, ['cross_selling', index]),
      ),
    ],
  )
}

function navigationNeeds(navigation: Placed<NavigationShape>): Need[] {
  const { menu, home } = navigation.value
  const needs: Need[] = []
  const add = (name: Name, path: PathInFile) => needs.push(need(navigation, name, path))
  const picture = (name: string | undefined, path: PathInFile) => {
    if (name) add(`picture:${name}`, path)
  }
  eachItem(menu, ['menu'], (item, path) => {
    picture(item.banner, [...path, 'banner'])
    for (const [index, { tag }] of item.tags.entries()) add(`tag:${tag}`, [...path, 'tags', index])
  })
  for (const [index, { brand }] of home.brands.entries())
    add(`brand:${brand}`, ['home', 'brands', index, 'brand'])
  for (const kind of ['categories', 'brands'] as const)
    for (const [index, { tags, banner, media }] of home[kind].entries()) {
      const path = ['home', kind, index]
      picture(banner, [...path, 'banner'])
      picture(media, [...path, 'media'])
      for (const [at, tag] of tags.entries()) add(`tag:${tag}`, [...path, 'tags', at])
    }
  return needs
}

const unit = (key: string, gives: Name[], needs: Need[]): Unit => ({ key, gives, needs })

const need = (placed: Placed<unknown>, name: Name, path: PathInFile): Need => ({
  name,
  place: placed.place(path),
})

function unitsIn<T>(
  entries: Entries<T> | undefined,
  make: (code: string, entry: Placed<T>) => Unit,
) {
  return [...(entries ?? [])].map(([code, entry]) => make(code, entry))
}
