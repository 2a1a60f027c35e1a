import type { FastifyInstance } from 'fastify'

import { choice, type Choice, choose } from '#contract/orders/replacements.shop.ts'
import { refuse, refused } from '#contract/shared/refusals.shop.ts'
import { splitCredit } from '#domain/refunds/credit.ts'
import {
  type ReplacementOffer,
  findReplacementOffer,
} from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import { findOrder, type OrderRow } from '#server/modules/orders/order.sql.ts'
import { languageIn } from '#server/http/endpoint/request-channel.ts'
import { serve } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { linkHash } from '#server/platform/crypto/link-token.ts'
import { firstPicture } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { answerReplacement } from '#server/modules/orders/replacements/answer-replacement.ts'
import { findReplacementGifts } from '#server/modules/orders/replacements/replacement-gifts.ts'
import { amountOwed } from '#server/modules/orders/amount-owed.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Anyone with the link of a replacement offer can answer it. The page needs no voucher code and shows nothing else. */
export function replacementRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, choice, handleChoice(shop))

  serve(app, shop, choose, handleChoose(shop))
}

function handleChoice(shop: Pick<Shop, 'sql' | 'ports' | 'models'>) {
  const { sql } = shop
  return async ({ token, language }: ParsedInput<typeof choice>) => {
    const found = await findReplacementOffer(sql, { tokenHash: linkHash(token) })
    return found ? choiceAnswer(shop, found, language) : refuse('no-such-choice')
  }
}

function handleChoose(shop: Shop) {
  const { sql } = shop
  return async ({ token, language, spli_id }: ParsedInput<typeof choose>) => {
    const found = await findReplacementOffer(sql, { tokenHash: linkHash(token) })
    if (!found) return refuse('no-such-choice')
    const answered = await answerReplacement(shop, found.id, { spliId: spli_id, by: 'holder' })
    if (refused(answered)) {
      // A repeated answer has already taken effect.
      const now = await findReplacementOffer(sql, { id: found.id })
      if (refused(answered, 'choice-over') && now && isWhat(now, spli_id))
        return choiceAnswer(shop, now, language)
      return answered
    }
    const now = await findReplacementOffer(sql, { id: found.id })
    return now ? choiceAnswer(shop, now, language) : refuse('no-such-choice')
  }
}

async function choiceAnswer(
  shop: Pick<Shop, 'sql' | 'ports' | 'models'>,
  choosing: ReplacementOffer,
  language: string | undefined,
) {
  const { sql } = shop
  const order = await findOrder(sql, choosing.orderNumber)
  const model = order && (await shop.models.channel(order.channelId))
  if (!order || !model) return refuse('no-such-choice')
  const words = languageIn(model, language ?? order.language)
  const open = isOpen(choosing, shop.ports.clock.now())
  const gifts = open ? await findReplacementGifts(sql, model, order, choosing) : []
  const { name, variant, brand, picture, points, quantity } = choosing.former
  const now = model.offersBySku.get(choosing.former.sku)
  const chosen = choosing.spliId === null ? undefined : model.offers.get(choosing.spliId)
  const back = backOf(order, choosing)
  const wire: Choice = {
    order_number: order.number,
    time_zone: order.timeZone,
    cause: choosing.cause,
    quantity,
    gift: {
      name: now ? words.nameOf(now.product).text : name,
      variant: now ? words.variantOf(now) : variant,
      brand,
      media: picture,
      points,
    },
    until: choosing.until.toISOString(),
    outcome: choosing.outcome ?? (open ? null : 'default'),
    chosen: chosen ? words.nameOf(chosen.product).text : null,
    points_back: back.points,
    cents_back: back.cents,
    gifts: gifts.map(({ offer }) => {
      const giftName = words.nameOf(offer.product)
      return {
        spli_id: offer.spliId,
        name: giftName.text,
        variant: words.variantOf(offer),
        brand: offer.product.row.brand_name,
        media: firstPicture(offer),
        points: offer.points,
        delivery_condition: offer.deliveryCondition,
        ...(giftName.language && giftName.language !== words.language
          ? { lang: giftName.language }
          : {}),
      }
    }),
  }
  return answer(wire)
}

/** Open and before its deadline: the job that applies the default may run a moment late. */
const isOpen = ({ outcome, until }: ReplacementOffer, now: Date) => outcome === null && now < until

function isWhat({ outcome, spliId }: ReplacementOffer, spli: string | null) {
  return spli === null ? outcome === 'points-back' : outcome === 'other-gift' && spliId === spli
}

function backOf(order: OrderRow, { former, creditNumber, outcome }: ReplacementOffer) {
  const credit = order.credits.find(({ number }) => number === creditNumber)
  if (credit) return { points: credit.pointsBack, cents: credit.centsBack }
  if (outcome !== null) return { points: 0, cents: 0 }
  const points = former.points * former.quantity
  return splitCredit(points, amountOwed(order), order.creditFirst) ?? { points, cents: 0 }
}
