import { fallbackOrder, type Language } from '#domain/language.ts'
import type { Queries } from '#server/db/database.ts'
import type { Memory } from '#server/ground/memory.ts'
import { type KeptAnswers, keptAnswers } from '#server/ground/kept-answer.ts'
import { readCatalogue } from '#server/models/catalogue-queries.ts'
import { ChannelGifts } from '#server/models/channel-gifts.ts'
import { findChannel } from '#server/models/channel-queries.ts'
import { readContent } from '#server/models/content-queries.ts'
import { LanguageModel } from '#server/models/language-model.ts'

/** Measured of gifts with texts in four languages, their cards and index in one. */
const GIFT_BYTES = 6000
const LANGUAGE_GIFT_BYTES = 4000
const CONTENT_ROW_BYTES = 300

/** All that a channel shows, in memory; what depends on a language is made on its first use. */
export class ChannelModel extends ChannelGifts {
  /** Answers under the very address they were asked by, so that the hot path parses nothing. */
  readonly quick: KeptAnswers = keptAnswers(this.memory, 'addresses')
  onGrowth = () => {}
  #languages = new Map<Language, LanguageModel>()

  get bytes() {
    const { products, content } = this
    return (
      products.length * (GIFT_BYTES + this.#languages.size * LANGUAGE_GIFT_BYTES) +
      content.content.length * CONTENT_ROW_BYTES
    )
  }

  /** Nobody asks it any more. */
  close() {
    this.quick.close()
    for (const model of this.#languages.values()) model.close()
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

  override setStock(sku: string, inStock: number | null) {
    if (!this.offersBySku.has(sku)) return
    super.setStock(sku, inStock)
    this.quick.clear()
    for (const model of this.#languages.values()) model.details.clear()
  }
}

export async function readChannelModel(
  sql: Queries,
  memory: Memory,
  id: string,
): Promise<ChannelModel | undefined> {
  const channel = await findChannel(sql, id)
  if (!channel) return undefined
  const [catalogue, content] = await Promise.all([readCatalogue(sql, id), readContent(sql, id)])
  return new ChannelModel(channel, catalogue, content, memory)
}

/** Just these offers, also those that are sold no longer: what has been paid for keeps its name and its way. */
export async function readSoldOffers(
  sql: Queries,
  { channel, content, memory }: ChannelModel,
  spliIds: string[],
): Promise<ChannelModel> {
  return new ChannelModel(channel, await readCatalogue(sql, channel.id, spliIds), content, memory)
}
