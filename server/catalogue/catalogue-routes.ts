import type { FastifyInstance, FastifyRequest } from 'fastify'

import { exactFit, product, products } from '#contract/catalogue-api.ts'
import { refuse } from '#contract/refusal.ts'
import { orderPoints } from '#domain/cart-rules.ts'
import type { Holder } from '#server/holders/holders.ts'
import { answer } from '#server/ground/answers.ts'
import { findCart } from '#server/books/cart-queries.ts'
import type { Offer } from '#server/models/channel-gifts.ts'
import type { LanguageModel } from '#server/models/language-model.ts'
import type { ChannelModel } from '#server/models/channel-model.ts'
import { exactFitOffers } from '#server/catalogue/exact-fit-offers.ts'
import { productDetail } from '#server/catalogue/product-detail.ts'
import { productList } from '#server/catalogue/product-list.ts'
import { channelOf, languageIn } from '#server/door/channel-of-request.ts'
import { type AnswerPlace, KeptAnswer } from '#server/ground/kept-answer.ts'
import { keepUnderAddress, listAsker } from '#server/catalogue/lists-at-the-door.ts'
import { type HolderAsker, serve } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'

export function catalogueRoutes(app: FastifyInstance, shop: Shop) {
  const ownChannel = (request: FastifyRequest, holder: Holder) =>
    channelOf(shop, request, holder, {})
  const keepQuick = (
    model: ChannelModel,
    { request, holder }: HolderAsker,
    kept: AnswerPlace & { answer: KeptAnswer },
  ) => keepUnderAddress(model, { url: request.raw.url, available: holder.available }, kept)

  serve(app, shop, products, async (ask, asker) => {
    const { request, holder } = asker
    const model = await ownChannel(request, holder)
    const accepted = request.headers['accept-encoding']
    const words = languageIn(model, ask.language)
    return keepQuick(
      model,
      asker,
      await productList(words, ask, listAsker(model, holder, accepted)),
    )
  })

  serve(app, shop, product, async ({ scpId, language }, asker) => {
    const { request, holder } = asker
    const model = await ownChannel(request, holder)
    const offer = model.offersBySku.get(scpId)
    if (!offer) return refuse('no-such-gift')
    const words = languageIn(model, language)
    const answer = words.details.find(scpId) ?? (await detailOf(words, offer, request))
    return keepQuick(model, asker, { kept: words.details, key: scpId, answer })
  })

  async function detailOf(words: LanguageModel, offer: Offer, { headers }: FastifyRequest) {
    const { channelModel: model, details } = words
    const texts = await shop.models.texts.of(model, offer.product.row.id)
    const answer = { success: true, response: productDetail(words, offer, texts) }
    return details.keep(offer.sku, new KeptAnswer(answer).packedFor(headers['accept-encoding']))
  }

  serve(app, shop, exactFit, async ({ language }, { request, holder }) => {
    const [model, cart] = await Promise.all([
      ownChannel(request, holder),
      findCart(shop.sql, holder.voucherId, null),
    ])
    const inCart = new Map<string, number>()
    for (const { spliId, quantity } of cart?.lines ?? []) {
      inCart.set(spliId, (inCart.get(spliId) ?? 0) + quantity)
    }
    const available = cart?.available ?? holder.available
    const pointsLeft = available - orderPoints(cart?.lines ?? [])
    return answer(exactFitOffers(languageIn(model, language), { pointsLeft, inCart }))
  })
}
