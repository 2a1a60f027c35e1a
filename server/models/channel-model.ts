import { fallbackOrder, type Language } from '#domain/language.ts'
import type { Queries } from '#server/db/database.ts'
import { KeptAnswers } from '#server/ground/kept-answer.ts'
import { readCatalogue } from '#server/models/catalogue-queries.ts'
import { ChannelGifts } from '#server/models/channel-gifts.ts'
import { findChannel } from '#server/models/channel-queries.ts'
import { readContent } from '#server/models/content-queries.ts'
import { LanguageModel } from '#server/models/language-model.ts'

const BYTES_PER_LANGUAGE = 24_000_000

/** All that a channel shows, in memory; what depends on a language is made on its first use. */
export class ChannelModel extends ChannelGifts {
  /** Answers under the very address they were asked by, so that the hot path parses nothing. */
  readonly quick = new KeptAnswers(BYTES_PER_LANGUAGE)
  #languages = new Map<Language, LanguageModel>()

  language(language: Language): LanguageModel {
    let model = this.#languages.get(language)
    if (!model) {
      model = new LanguageModel(this, fallbackOrder(language, this.channel.defaultLanguage))
      this.#languages.set(language, model)
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
  id: string,
): Promise<ChannelModel | undefined> {
  const channel = await findChannel(sql, id)
  if (!channel) return undefined
  const [catalogue, content] = await Promise.all([readCatalogue(sql, id), readContent(sql, id)])
  return new ChannelModel(channel, catalogue, content)
}

/** Just these offers, also those that are sold no longer: what has been paid for keeps its name and its way. */
export async function readSoldOffers(
  sql: Queries,
  { channel, content }: ChannelModel,
  spliIds: string[],
): Promise<ChannelModel> {
  return new ChannelModel(channel, await readCatalogue(sql, channel.id, spliIds), content)
}
