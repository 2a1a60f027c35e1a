import { fallbackOrder, type Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { AnswerNames } from '#server/platform/cache/cached-response.ts'
import {
  readGifts,
  readOffers,
  readOwnTexts,
  readTheseOffers,
} from '#server/modules/catalog/read-model/catalog.sql.ts'
import {
  ChannelGifts,
  type ChannelParts,
  type ModelNeeds,
} from '#server/modules/catalog/read-model/channel-gifts.ts'
import { findChannel } from '#server/modules/channels/core/channel.sql.ts'
import { readMenus, readOwnContent } from '#server/modules/catalog/read-model/content.sql.ts'
import { articlesOf, type GiftStore } from '#server/modules/catalog/read-model/gift-store.ts'
import { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { Vocabulary } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Measured bytes of an offer with its product and its map entries, and of a gift in one language. */
const OFFER_BYTES = 520
const LISTED_BYTES = 230
const CONTENT_ROW_BYTES = 300
const CHANNEL_BYTES = 60_000

/** All content of a channel, in memory. Parts that depend on a language are created on first use. */
export class ChannelModel extends ChannelGifts {
  /** Responses by request address, so that frequent requests need no parsing. */
  readonly quick: AnswerNames
  onGrowth = () => {}
  #languages = new Map<Language, LanguageModel>()
  readonly #release: () => void

  constructor(parts: ChannelParts, needs: ModelNeeds, release = () => {}) {
    super(parts, needs)
    this.quick = new AnswerNames(needs.memory, 'addresses')
    this.#release = release
  }

  language(language: Language): LanguageModel {
    let model = this.#languages.get(language)
    if (!model) {
      model = new LanguageModel(this, fallbackOrder(language, this.channel.defaultLanguage))
      this.#languages.set(language, model)
      this.onGrowth()
    }
    return model
  }

  get bytes() {
    return (
      CHANNEL_BYTES +
      this.offersBySku.size * OFFER_BYTES +
      this.products.length * this.#languages.size * LISTED_BYTES +
      this.parts.own.content.length * CONTENT_ROW_BYTES
    )
  }

  /** Called when the model is no longer used. */
  override close() {
    super.close()
    this.quick.close()
    for (const model of this.#languages.values()) model.close()
    this.#release()
  }

  override setStock(sku: string, inStock: number | null): boolean {
    if (!this.offersBySku.has(sku)) return false
    const isOtherStatus = super.setStock(sku, inStock)
    this.quick.clear()
    for (const model of this.#languages.values()) {
      model.details.clear()
      if (isOtherStatus) model.eraseLists(sku)
    }
    return isOtherStatus
  }

  /** The order of lists depends on the season. */
  override turnSeason(): boolean {
    if (!super.turnSeason()) return false
    this.quick.clear()
    for (const model of this.#languages.values()) model.lists.clear()
    return true
  }
}

export type Shared = ModelNeeds & { gifts: GiftStore; vocabulary: Promise<Vocabulary> }

export async function readChannelModel(
  sql: Queries,
  { gifts, vocabulary, memory, indexes, clock }: Shared,
  { id, since }: { id: string; since: number },
): Promise<ChannelModel | undefined> {
  const channel = await findChannel(sql, id)
  if (!channel) return undefined
  const reading = soldGifts(sql, gifts, { id, since })
  // The shared channel itself has no overrides.
  const own = id === SHARED_CHANNEL ? { content: [], searchWords: [] } : readOwnContent(sql, id)
  try {
    const [{ offers, sold }, ownTexts, ownContent, menus, words] = await Promise.all([
      reading,
      readOwnTexts(sql, id),
      own,
      readMenus(sql, id),
      vocabulary,
    ])
    return new ChannelModel(
      { channel, offers, gifts: sold, ownTexts, own: ownContent, menus, vocabulary: words, since },
      { memory, indexes, clock },
      sold.release,
    )
  } catch (error) {
    void reading.then(
      ({ sold }) => sold.release(),
      () => {},
    )
    throw error
  }
}

async function soldGifts(
  sql: Queries,
  gifts: GiftStore,
  { id, since }: { id: string; since: number },
) {
  const offers = await readOffers(sql, id)
  const sold = await gifts.use(
    offers.map(({ sku }) => sku),
    since,
  )
  return { offers, sold }
}

/** Loads only these offers, including those no longer sold: a paid gift keeps its name and its delivery condition. */
export async function readSoldOffers(
  sql: Queries,
  { parts, needs }: ChannelModel,
  spliIds: string[],
): Promise<ChannelModel> {
  const offers = await readTheseOffers(sql, spliIds)
  const articles = await articlesOf(
    await readGifts(
      sql,
      offers.map(({ sku }) => sku),
    ),
  )
  return new ChannelModel(
    { ...parts, offers, gifts: { article: (sku) => articles.get(sku) } },
    needs,
  )
}
