import type { ChannelShape } from './channel-shape.ts'
import type { ContentField } from './content-shape.ts'
import type { CountShape, PriceShape, VoucherShape } from './csv-shapes.ts'
import type { Placed } from './folder-place.ts'
import type { NavigationShape } from './navigation-shape.ts'
import type { PicturesShape } from './pictures-shape.ts'
import type { PictureFile } from './picture-reading.ts'
import type { OtherWordsShape, ProductShape } from './product-shape.ts'
import type { Language } from './shape-fields.ts'
import type { SynonymsShape } from './synonyms-shape.ts'
import type { BrandShape, DimensionShape, TagGroupShape } from './vocabulary-shape.ts'

/** What can be named by its code, as 'tag:mugs', 'value:colour/sea' or 'picture:hero.webp'. */
export type NameKind = 'brand' | 'tag' | 'dimension' | 'value' | 'product' | 'sku' | 'picture'
export type Name = `${NameKind}:${string}`

export type Entries<T> = Map<string, Placed<T>>
export type Rows<T> = {
  rows: Placed<T>[]
  /** Every sku that has a row, good or bad: what is named is not gone. */
  mentioned: Set<string>
}
export type ContentPage = {
  path: string
  /** '' is what all languages share. */
  language: Language | ''
  fields: Placed<ContentField[]>
}

/** One channel's folder as it was read. What is undefined was not named. */
export type ChannelFolder = {
  id: string
  /** The folder's own name, or '' when the folder is the channel. */
  label: string
  channel: Placed<ChannelShape>
  settings: Record<string, unknown> | undefined
  /** The last version of the desk that the folder knows of, where an export said so. */
  exported: number
  /** The same of what is said of pictures. */
  exportedPictures: number
  /** And of gifts, their words and prices. */
  exportedCatalogue: number
  pictureWords: Placed<PicturesShape> | undefined
  brands: Entries<BrandShape> | undefined
  tagGroups: Entries<TagGroupShape> | undefined
  dimensions: Entries<DimensionShape> | undefined
  products:
    | { own: Entries<ProductShape>; words: Entries<OtherWordsShape>; mentioned: Set<string> }
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
  /** Whether there is a folder of content: then a page without a file in it is one that was taken away. */
  hasContent: boolean
  pictures: Map<string, PictureFile>
  /** Names that stand in what could not be read; 'tag:*' when it cannot be known which. */
  broken: Set<string>
}
