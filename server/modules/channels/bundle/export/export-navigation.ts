import { inLanguageOrder } from './export-catalog.ts'
import type { PictureNames } from './export-images.ts'
import { TILE_FIELDS } from '#server/modules/channels/bundle/schemas/navigation-schema.ts'
import type { ShopContents } from './shop-contents.sql.ts'
import { filled, grouped, inOrder } from '#server/platform/parsing/write-yaml.ts'
import { allLanguages } from '#domain/language.ts'

/** navigation.yaml of one channel; undefined if it has neither its own menu nor its own tiles. */
export function navigationFile(shop: ShopContents, channel: string, pictures: PictureNames) {
  const ofChannel = <Row extends { channel_id: string }>(rows: Row[]) =>
    rows.filter(({ channel_id }) => channel_id === channel)
  const children = grouped(
    inOrder(ofChannel(shop.navigationItems), ({ id }) => id),
    ({ parent_id }) => parent_id ?? '',
  )
  const tags = grouped(
    inOrder(ofChannel(shop.navigationTags), ({ tag_id }) => tag_id),
    ({ item_id }) => item_id,
  )
  const itemsBelow = (parent: string): object[] =>
    (children.get(parent) ?? []).map(({ id, texts, banner, banner_alt }) => ({
      id,
      texts: inLanguageOrder(texts),
      ...filled({
        banner: pictures.file(banner),
        banner_alt: inLanguageOrder(banner_alt),
        tags: (tags.get(id) ?? []).map(({ tag_id, web_menu_column }) =>
          web_menu_column === 1 ? tag_id : { tag: tag_id, web_menu_column },
        ),
        items: itemsBelow(id),
      }),
    }))
  const existingTags = new Set(shop.tags.map(({ id }) => id))
  const tiles = (kind: 'category' | 'brand') =>
    inOrder(ofChannel(shop.tiles), ({ id }) => id)
      .filter((tile) => tile.kind === kind)
      .map(({ id, extra, tag_ids, banner, media, texts }) => ({
        ...(kind === 'category' ? { code: id } : { brand: id }),
        ...(extra ? { extra } : {}),
        ...filled({
          tags: tag_ids.filter((tag) => existingTags.has(tag)),
          banner: pictures.file(banner),
          media: pictures.file(media),
          texts: byLanguage(kind, texts),
        }),
      }))
  const home = filled({ categories: tiles('category'), brands: tiles('brand') })
  const file = filled({ menu: itemsBelow(''), home })
  return Object.keys(file).length > 0 ? file : undefined
}

/** The shop stores the languages of each text, the file has the texts of each language. */
function byLanguage(kind: 'category' | 'brand', texts: unknown) {
  const textsByField = texts as Record<string, Record<string, string> | undefined>
  return filled(
    Object.fromEntries(
      allLanguages.map((language) => [
        language,
        filled(
          Object.fromEntries(
            Object.entries(TILE_FIELDS[kind]).map(([name, field]) => [
              name,
              textsByField[field]?.[language],
            ]),
          ),
        ),
      ]),
    ),
  )
}
