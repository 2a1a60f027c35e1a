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
/** The smallest part of a bundle that is imported or skipped, with the names that it defines and needs. */
export type Unit = { key: string; defines: Name[]; needs: Need[] }

/** The skus of a product, in the order of its file. */
export const articlesOf = (code: string, { articles }: ProductShape) =>
  articles ?? [{ sku: code, values: {}, pictures: [] }]

export function unitsOf(bundle: ChannelBundle): Unit[] {
  const { channel, brands, tagGroups, dimensions, products } = bundle
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
    ...unitsIn(products?.otherTexts, (code, texts) =>
      unit(`otherTexts:${code}`, [], [need(texts, `product:${code}`, [])]),
    ),
    ...(bundle.prices?.rows ?? []).map((row) =>
      unit(`price:${row.value.sku}`, [], [need(row, `sku:${row.value.sku}`, ['sku'])]),
    ),
    ...(bundle.counts?.rows ?? []).map((row) =>
      unit(`count:${row.value.sku}`, [], [need(row, `sku:${row.value.sku}`, ['sku'])]),
    ),
    ...(bundle.vouchers?.rows ?? []).map((row) =>
      unit(
        `voucher:${row.value.code}`,
        [],
        row.value.spent_on.map(({ sku }) => need(row, `sku:${sku}`, ['spent_on'])),
      ),
    ),
    ...(bundle.navigation ? [unit('navigation', [], navigationNeeds(bundle.navigation))] : []),
    ...[...bundle.content].map(([key, { fields }]) =>
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

export const pictureNeeds = (bundle: ChannelBundle) =>
  unitsOf(bundle).flatMap(({ needs }) => needs.filter(({ name }) => name.startsWith('picture:')))

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
        ...article.pictures.map((name, pictureIndex) =>
          need(product, `picture:${name}`, ['articles', index, 'pictures', pictureIndex]),
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
  const addPicture = (name: string | undefined, path: PathInFile) => {
    if (name) add(`picture:${name}`, path)
  }
  eachItem(menu, ['menu'], (item, path) => {
    addPicture(item.banner, [...path, 'banner'])
    for (const [index, { tag }] of item.tags.entries()) add(`tag:${tag}`, [...path, 'tags', index])
  })
  for (const [index, { brand }] of home.brands.entries())
    add(`brand:${brand}`, ['home', 'brands', index, 'brand'])
  for (const kind of ['categories', 'brands'] as const)
    for (const [index, { tags, banner, media }] of home[kind].entries()) {
      const path = ['home', kind, index]
      addPicture(banner, [...path, 'banner'])
      addPicture(media, [...path, 'media'])
      for (const [tagIndex, tag] of tags.entries()) add(`tag:${tag}`, [...path, 'tags', tagIndex])
    }
  return needs
}

const unit = (key: string, defines: Name[], needs: Need[]): Unit => ({ key, defines, needs })

const need = (placed: Placed<unknown>, name: Name, path: PathInFile): Need => ({
  name,
  place: placed.place(path),
})

function unitsIn<T>(
  entries: Entries<T> | undefined,
  createUnit: (code: string, entry: Placed<T>) => Unit,
) {
  return [...(entries ?? [])].map(([code, entry]) => createUnit(code, entry))
}
