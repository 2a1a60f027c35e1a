type GiftTextDefinition = {
  /** The maximum length. */
  most: number
  /** Its key in a channel bundle. */
  inFolder: string
  isOneLine: boolean
  /** Further names of its column in imported sheets. */
  titles: readonly string[]
}

/**
 * The texts of a gift, one column of `product_text` each. This is their only list, also for audit, undo, imports,
 * channel bundles and copies of a channel.
 */
export const GIFT_TEXTS = {
  name: { most: 200, inFolder: 'name', isOneLine: true, titles: ['naam'] },
  description: {
    most: 20_000,
    inFolder: 'description',
    isOneLine: false,
    titles: ['omschrijving', 'beschreibung'],
  },
  details: { most: 20_000, inFolder: 'details', isOneLine: false, titles: [] },
  sustainability: {
    most: 5000,
    inFolder: 'sustainability',
    isOneLine: false,
    titles: ['duurzaamheid', 'nachhaltigkeit'],
  },
  warranty: { most: 5000, inFolder: 'warranty', isOneLine: false, titles: ['garantie'] },
  delivery_info: {
    most: 500,
    inFolder: 'delivery',
    isOneLine: true,
    titles: [
      'delivery',
      'delivery text',
      'levering',
      'leveringstekst',
      'lieferung',
      'lieferhinweis',
    ],
  },
} as const satisfies Record<string, GiftTextDefinition>

export type GiftText = keyof typeof GIFT_TEXTS
export const GIFT_TEXT_NAMES = Object.keys(GIFT_TEXTS) as [GiftText, ...GiftText[]]

export const isGiftText = (name: string): name is GiftText => Object.hasOwn(GIFT_TEXTS, name)

/** One value for each text of a gift. */
export const eachGiftText = <Value>(value: (name: GiftText) => Value): Record<GiftText, Value> =>
  Object.fromEntries(GIFT_TEXT_NAMES.map((name) => [name, value(name)])) as Record<GiftText, Value>

/** All text columns of `product_text`. */
export const GIFT_TEXT_COLUMNS = [...GIFT_TEXT_NAMES, 'search_words'] as const
