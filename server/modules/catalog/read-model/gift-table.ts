import { compareGifts, type GiftOrder } from '#domain/catalog/sort-order.ts'
import type { Language } from '#domain/language.ts'
import type { ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** Filters of a list, apart from brand selection and colours. */
export type GiftScope = {
  from: number
  to: number
  sustainable: boolean
  /** For each filter, the tags of which a gift must have at least one. */
  tags: readonly ReadonlySet<string>[]
  /** Only gifts of these brands; empty: all brands. */
  brands: ReadonlySet<string>
}

/**
 * The gifts of a channel in one language as columns of numbers; a gift's index is its position in the editors' order.
 * A query scans a thousand gifts in some microseconds without touching objects.
 */
export class GiftTable {
  readonly count: number
  readonly points: Int32Array
  /** Index in `brands`. */
  readonly brand: Uint32Array
  readonly isDigital: Uint8Array
  /** All brands with at least one gift, by name. */
  readonly brands: readonly { id: string; name: string }[]
  readonly #isSustainable: Uint8Array
  readonly #placeOfBrand = new Map<string, number>()
  /** The gift indexes of each tag. */
  readonly #tagged = new Map<string, number[]>()
  readonly #inOrder = new Map<GiftOrder, Uint32Array>()

  constructor(
    readonly gifts: readonly ListedGift[],
    readonly language: Language,
  ) {
    this.count = gifts.length
    this.points = Int32Array.from(gifts, ({ points }) => points)
    this.isDigital = Uint8Array.from(gifts, ({ product }) =>
      Number(product.row.delivery_condition === 'digital'),
    )
    this.#isSustainable = Uint8Array.from(gifts, ({ sustainable }) => Number(sustainable))
    this.brands = [
      ...new Map(gifts.map(({ brandId, product }) => [brandId, product.row.brand_name])),
    ]
      .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
      .map(([id, name]) => ({ id, name }))
    for (const [place, { id }] of this.brands.entries()) this.#placeOfBrand.set(id, place)
    this.brand = Uint32Array.from(gifts, ({ brandId }) => this.#placeOfBrand.get(brandId) ?? 0)
    for (const [gift, { tagIds }] of gifts.entries()) {
      for (const tag of tagIds) {
        const tagged = this.#tagged.get(tag)
        if (tagged) tagged.push(gift)
        else this.#tagged.set(tag, [gift])
      }
    }
  }

  /** Sorted once and reused. */
  inOrder(order: GiftOrder): Uint32Array {
    const before = this.#inOrder.get(order)
    if (before) return before
    const compare = compareGifts(order, this.language)
    const { gifts } = this
    const sorted = Uint32Array.from(gifts.keys()).sort((a, b) => {
      const [one, other] = [gifts[a], gifts[b]]
      return one && other ? compare(one, other) : 0
    })
    this.#inOrder.set(order, sorted)
    return sorted
  }

  /** For each gift, whether it matches: 1 or 0. */
  within({ from, to, sustainable, tags, brands }: GiftScope): Uint8Array {
    const { count, points } = this
    const within = new Uint8Array(count)
    for (let gift = 0; gift < count; gift += 1) {
      const costs = points[gift] ?? 0
      within[gift] = costs >= from && costs <= to ? 1 : 0
    }
    if (sustainable) keepBoth(within, this.#isSustainable)
    for (const tagGroup of tags) keepBoth(within, this.#havingOneOf(tagGroup))
    if (brands.size > 0) {
      const chosen = this.brandsIn(brands)
      for (let gift = 0; gift < count; gift += 1)
        if (chosen[this.brand[gift] ?? 0] === 0) within[gift] = 0
    }
    return within
  }

  /** For each brand, whether it is one of these. */
  brandsIn(ids: ReadonlySet<string>): Uint8Array {
    const chosen = new Uint8Array(this.brands.length)
    for (const id of ids) {
      const place = this.#placeOfBrand.get(id)
      if (place !== undefined) chosen[place] = 1
    }
    return chosen
  }

  #havingOneOf(tags: ReadonlySet<string>): Uint8Array {
    const having = new Uint8Array(this.count)
    for (const tag of tags) for (const gift of this.#tagged.get(tag) ?? []) having[gift] = 1
    return having
  }
}

function keepBoth(within: Uint8Array, also: Uint8Array) {
  for (let gift = 0; gift < within.length; gift += 1)
    within[gift] = (within[gift] ?? 0) & (also[gift] ?? 0)
}
