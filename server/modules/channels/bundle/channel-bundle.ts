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
/** The rows of a CSV file. */
export type Rows<T> = {
  rows: Placed<T>[]
  /** The key of every row, valid or not, so that its data is not removed. */
  mentioned: Set<string>
}
export type ContentPage = {
  path: string
  /** '' for values of all languages. */
  language: Language | ''
  fields: Placed<ContentField[]>
}

/** The bundle of one channel as read from its folder. A part that the folder does not contain is undefined. */
export type ChannelBundle = {
  id: string
  /** The name of its folder in the imported folder; '' if the imported folder is the channel's own. */
  label: string
  channel: Placed<ChannelShape>
  settings: Record<string, unknown> | undefined
  /** The last change in the back office that the bundle contains; 0 if it does not come from an export. */
  exportedVersion: number
  /** The same for focal points and alternative texts. */
  exportedImageVersion: number
  /** The same for gifts, their texts and prices. */
  exportedCatalogVersion: number
  imageTexts: Placed<PicturesShape> | undefined
  brands: Entries<BrandShape> | undefined
  tagGroups: Entries<TagGroupShape> | undefined
  dimensions: Entries<DimensionShape> | undefined
  products:
    | { own: Entries<ProductShape>; otherTexts: Entries<OtherTextsShape>; mentioned: Set<string> }
    | undefined
  prices: Rows<PriceShape> | undefined
  counts: Rows<CountShape> | undefined
  vouchers: Rows<VoucherShape> | undefined
  navigation: Placed<NavigationShape> | undefined
  synonyms: Placed<SynonymsShape> | undefined
  /** By '{language}/{path}'. */
  content: Map<string, ContentPage>
  /** Every page and component with a file, valid or not, as '{language}/{path}'. */
  contentMentioned: Set<string>
  /** Whether there is a content folder. If so, pages without a file are removed. */
  hasContent: boolean
  pictures: Map<string, PictureFile>
  /** Names that files with errors define; 'tag:*' if the names themselves cannot be read. */
  broken: Set<string>
}
