import type { ChannelShape } from '#server/modules/channels/core/channel-schema.ts'
import type { ContentField } from '#server/modules/content/validation/content-schema.ts'
import type { CountShape, PriceShape, VoucherShape } from './schemas/csv-schemas.ts'
import type { Placed } from '#server/platform/parsing/file-errors.ts'
import type { NavigationShape } from './schemas/navigation-schema.ts'
import type { PicturesShape } from './schemas/images-schema.ts'
import type { PictureFile } from '#server/modules/media/read-image.ts'
import type { OtherTextsShape, ProductShape } from './schemas/product-schema.ts'
import type { SynonymsShape } from './schemas/synonyms-schema.ts'
import type { BrandShape, DimensionShape, TagGroupShape } from './schemas/attributes-schema.ts'
import type { Language } from '#domain/language.ts'

/** The kinds of names, as in 'tag:mugs', 'value:colour/sea' or 'picture:hero.webp'. */
export type NameKind = 'brand' | 'tag' | 'dimension' | 'value' | 'product' | 'sku' | 'picture'
export type Name = `${NameKind}:${string}`

export type Entries<T> = Map<string, Placed<T>>
export type Rows<T> = {
  rows: Placed<T>[]
  /** Every sku that occurs in a row, valid or not, so that it is not removed. */
  mentioned: Set<string>
}
export type ContentPage = {
  path: string
  /** '': shared by all languages. */
  language: Language | ''
  fields: Placed<ContentField[]>
}

/** The bundle of one channel as read. undefined: not present in it. */
export type ChannelBundle = {
  id: string
  /** The name of its folder; '' if the given folder is the channel itself. */
  label: string
  channel: Placed<ChannelShape>
  settings: Record<string, unknown> | undefined
  /** The last back-office version that the bundle contains, if it comes from an export. */
  exported: number
  /** The same for image data. */
  exportedPictures: number
  /** The same for gifts, their texts and prices. */
  exportedCatalogue: number
  pictureWords: Placed<PicturesShape> | undefined
  brands: Entries<BrandShape> | undefined
  tagGroups: Entries<TagGroupShape> | undefined
  dimensions: Entries<DimensionShape> | undefined
  products:
    | { own: Entries<ProductShape>; words: Entries<OtherTextsShape>; mentioned: Set<string> }
    | undefined
  prices: Rows<PriceShape> | undefined
  counts: Rows<CountShape> | undefined
  vouchers: Rows<VoucherShape> | undefined
  navigation: Placed<NavigationShape> | undefined
  synonyms: Placed<SynonymsShape> | undefined
  /** By '{language}/{path}'. */
  content: Map<string, ContentPage>
  /** Every component that has a file in any language, good or bad, as '{language}/{path}'. */
  contentMentioned: Set<string>
  /** Whether there is a content folder: then pages without a file in it are removed. */
  hasContent: boolean
  pictures: Map<string, PictureFile>
  /** Names in files that could not be read; 'tag:*' if they are unknown. */
  broken: Set<string>
}
