import { compareGifts, type GiftOrder } from '#domain/catalog/sort-order.ts'
import type { Language } from '#domain/language.ts'
import type { ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** What a list asks of a gift, beside the maker and colours. */
export type GiftScope = {
  from: number
  to: number
  sustainable: boolean
  /** For each kind of question the tags of which a gift has to have one. */
  tags: readonly ReadonlySet<string>[]
  /** Gifts of these brands alone; empty: of all. */
  brands: ReadonlySet<string>
}

/**
 * The gifts of a channel in one language as columns of numbers, a gift's number being its place in the order of the editors: a question
 * goes through a thousand of them in some microseconds, and touches no object.
 */
export class GiftTable {
  readonly count: number
  readonly points: Int32Array
  /** By its place among `brands`. */
  readonly brand: Uint32Array
  readonly isDigital: Uint8Array
  /** All brands that have a gift, by name. */
  readonly brands: readonly { id: string; name: string }[]
  readonly #isSustainable: Uint8Array
  readonly #placeOfBrand = new Map<string, number>()
  /** The gifts of each tag. */
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

  /** Sorted once for all who ask. */
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

  /** For each gift whether it is asked for: 1 or 0. */
  within({ from, to, sustainable, tags, brands }: GiftScope): Uint8Array {
    const { count, points } = this
    const within = new Uint8Array(count)
    for (let gift = 0; gift < count; gift += 1) {
      const costs = points[gift] ?? 0
      within[gift] = costs >= from && costs <= to ? 1 : 0
    }
    if (sustainable) keepBoth(within, this.#isSustainable)
    for (const asked of tags) keepBoth(within, this.#havingOneOf(asked))
    if (brands.size > 0) {
      const chosen = this.brandsIn(brands)
      for (let gift = 0; gift < count; gift += 1)
        if (chosen[this.brand[gift] ?? 0] === 0) within[gift] = 0
    }
    return within
  }

  /** For each brand whether it is one of these. */
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
