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
  readonly #indexOfBrand = new Map<string, number>()
  /** The gift indexes of each tag. */
  readonly #tagged = new Map<string, number[]>()
  readonly #sorted = new Map<GiftOrder, Uint32Array>()

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
    for (const [index, { id }] of this.brands.entries()) this.#indexOfBrand.set(id, index)
    this.brand = Uint32Array.from(gifts, ({ brandId }) => this.#indexOfBrand.get(brandId) ?? 0)
    for (const [gift, { tagIds }] of gifts.entries()) {
      for (const tag of tagIds) {
        const tagged = this.#tagged.get(tag)
        if (tagged) tagged.push(gift)
        else this.#tagged.set(tag, [gift])
      }
    }
  }

  /** Indexes of the gifts in this order. Sorted once and reused. */
  sortedBy(order: GiftOrder): Uint32Array {
    const cached = this.#sorted.get(order)
    if (cached) return cached
    const compare = compareGifts(order, this.language)
    const { gifts } = this
    const sorted = Uint32Array.from(gifts.keys()).sort((a, b) => {
      const [giftA, giftB] = [gifts[a], gifts[b]]
      return giftA && giftB ? compare(giftA, giftB) : 0
    })
    this.#sorted.set(order, sorted)
    return sorted
  }

  /** For each gift, whether it matches: 1 or 0. */
  findMatches({ from, to, sustainable, tags, brands }: GiftScope): Uint8Array {
    const { count, points } = this
    const matches = new Uint8Array(count)
    for (let gift = 0; gift < count; gift += 1) {
      const price = points[gift] ?? 0
      matches[gift] = price >= from && price <= to ? 1 : 0
    }
    if (sustainable) intersect(matches, this.#isSustainable)
    for (const tagGroup of tags) intersect(matches, this.#withTagOf(tagGroup))
    if (brands.size > 0) {
      const chosen = this.brandsIn(brands)
      for (let gift = 0; gift < count; gift += 1)
        if (chosen[this.brand[gift] ?? 0] === 0) matches[gift] = 0
    }
    return matches
  }

  /** For each brand, whether it is one of these: 1 or 0. */
  brandsIn(ids: ReadonlySet<string>): Uint8Array {
    const chosen = new Uint8Array(this.brands.length)
    for (const id of ids) {
      const index = this.#indexOfBrand.get(id)
      if (index !== undefined) chosen[index] = 1
    }
    return chosen
  }

  #withTagOf(tags: ReadonlySet<string>): Uint8Array {
    const tagged = new Uint8Array(this.count)
    for (const tag of tags) for (const gift of this.#tagged.get(tag) ?? []) tagged[gift] = 1
    return tagged
  }
}

/** Keeps only the matches that the other list has too. */
function intersect(matches: Uint8Array, others: Uint8Array) {
  for (let gift = 0; gift < matches.length; gift += 1)
    matches[gift] = (matches[gift] ?? 0) & (others[gift] ?? 0)
}
