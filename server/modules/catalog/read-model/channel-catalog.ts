import { fallbackOrder, type Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { ResponseAliases } from '#server/platform/cache/cached-response.ts'
import {
  readGifts,
  readOffers,
  readOwnTexts,
  readOffersById,
} from '#server/modules/catalog/read-model/catalog.sql.ts'
import {
  ChannelGifts,
  type ChannelParts,
  type ModelNeeds,
} from '#server/modules/catalog/read-model/channel-gifts.ts'
import { findChannel } from '#server/modules/channels/core/channel.sql.ts'
import { readMenus, readOwnContent } from '#server/modules/catalog/read-model/content.sql.ts'
import { articlesOf, type GiftStore } from '#server/modules/catalog/read-model/gift-store.ts'
import { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { Vocabulary } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Measured, with the product and the map entries. */
const OFFER_BYTES = 520
/** A gift in one language. */
const LISTED_GIFT_BYTES = 230
const CONTENT_ROW_BYTES = 300
const CHANNEL_BYTES = 60_000

/** All content of a channel, in memory. Parts that depend on a language are created on first use. */
export class ChannelModel extends ChannelGifts {
  /** Responses by request address, so that frequent requests need no parsing. */
  readonly quick: ResponseAliases
  /** Called when the model takes more memory. */
  onGrowth = () => {}
  #languages = new Map<Language, LocalizedCatalog>()
  readonly #release: () => void

  constructor(parts: ChannelParts, needs: ModelNeeds, release = () => {}) {
    super(parts, needs)
    this.quick = new ResponseAliases(needs.memory, 'addresses')
    this.#release = release
  }

  language(language: Language): LocalizedCatalog {
    let model = this.#languages.get(language)
    if (!model) {
      model = new LocalizedCatalog(this, fallbackOrder(language, this.channel.defaultLanguage))
      this.#languages.set(language, model)
      this.onGrowth()
    }
    return model
  }

  get bytes() {
    return (
      CHANNEL_BYTES +
      this.offersBySku.size * OFFER_BYTES +
      this.products.length * this.#languages.size * LISTED_GIFT_BYTES +
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
    const hasNewStatus = super.setStock(sku, inStock)
    this.quick.clear()
    for (const model of this.#languages.values()) {
      model.details.clear()
      if (hasNewStatus) model.eraseLists(sku)
    }
    return hasNewStatus
  }

  /** The order of lists depends on the season. */
  override updateSeason(): boolean {
    if (!super.updateSeason()) return false
    this.quick.clear()
    for (const model of this.#languages.values()) model.lists.clear()
    return true
  }
}

type SharedParts = ModelNeeds & { gifts: GiftStore; vocabulary: Promise<Vocabulary> }

export async function readChannelModel(
  sql: Queries,
  { gifts, vocabulary, memory, indexes, clock }: SharedParts,
  { id, since }: { id: string; since: number },
): Promise<ChannelModel | undefined> {
  const channel = await findChannel(sql, id)
  if (!channel) return undefined
  const reading = readSoldGifts(sql, gifts, { id, since })
  // The shared channel itself has no overrides.
  const own = id === SHARED_CHANNEL ? { content: [], searchWords: [] } : readOwnContent(sql, id)
  try {
    const [{ offers, sold }, ownTexts, ownContent, menus, loadedVocabulary] = await Promise.all([
      reading,
      readOwnTexts(sql, id),
      own,
      readMenus(sql, id),
      vocabulary,
    ])
    return new ChannelModel(
      {
        channel,
        offers,
        gifts: sold,
        ownTexts,
        own: ownContent,
        menus,
        vocabulary: loadedVocabulary,
        since,
      },
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

async function readSoldGifts(
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

/** A model with these offers only, also if they are no longer on sale: a paid gift keeps its name and delivery condition. */
export async function readSoldOffers(
  sql: Queries,
  { parts, needs }: ChannelModel,
  spliIds: string[],
): Promise<ChannelModel> {
  const offers = await readOffersById(sql, spliIds)
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
