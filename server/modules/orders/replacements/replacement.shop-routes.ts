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
    const replacementOffer = await findReplacementOffer(sql, { tokenHash: linkHash(token) })
    return replacementOffer
      ? choiceAnswer(shop, replacementOffer, language)
      : refuse('no-such-choice')
  }
}

function handleChoose(shop: Shop) {
  const { sql } = shop
  return async ({ token, language, spli_id }: ParsedInput<typeof choose>) => {
    const replacementOffer = await findReplacementOffer(sql, { tokenHash: linkHash(token) })
    if (!replacementOffer) return refuse('no-such-choice')
    const answered = await answerReplacement(shop, replacementOffer.id, {
      spliId: spli_id,
      by: 'holder',
    })
    if (refused(answered)) {
      // A repeated request with the same answer has already taken effect.
      const ended = await findReplacementOffer(sql, { id: replacementOffer.id })
      if (refused(answered, 'choice-over') && ended && hasAnswer(ended, spli_id))
        return choiceAnswer(shop, ended, language)
      return answered
    }
    const ended = await findReplacementOffer(sql, { id: replacementOffer.id })
    return ended ? choiceAnswer(shop, ended, language) : refuse('no-such-choice')
  }
}

async function choiceAnswer(
  shop: Pick<Shop, 'sql' | 'ports' | 'models'>,
  replacementOffer: ReplacementOffer,
  language: string | undefined,
) {
  const { sql } = shop
  const order = await findOrder(sql, replacementOffer.orderNumber)
  const model = order && (await shop.models.channel(order.channelId))
  if (!order || !model) return refuse('no-such-choice')
  const texts = languageIn(model, language ?? order.language)
  const isOpenNow = isOpen(replacementOffer, shop.ports.clock.now())
  const gifts = isOpenNow ? await findReplacementGifts(sql, model, order, replacementOffer) : []
  const { name, variant, brand, picture, points, quantity } = replacementOffer.former
  const currentOffer = model.offersBySku.get(replacementOffer.former.sku)
  const chosen =
    replacementOffer.spliId === null ? undefined : model.offers.get(replacementOffer.spliId)
  const refund = refundOf(order, replacementOffer)
  const wire: Choice = {
    order_number: order.number,
    time_zone: order.timeZone,
    cause: replacementOffer.cause,
    quantity,
    gift: {
      name: currentOffer ? texts.nameOf(currentOffer.product).text : name,
      variant: currentOffer ? texts.variantOf(currentOffer) : variant,
      brand,
      media: picture,
      points,
    },
    until: replacementOffer.until.toISOString(),
    outcome: replacementOffer.outcome ?? (isOpenNow ? null : 'default'),
    chosen: chosen ? texts.nameOf(chosen.product).text : null,
    points_back: refund.points,
    cents_back: refund.cents,
    gifts: gifts.map(({ offer }) => {
      const giftName = texts.nameOf(offer.product)
      return {
        spli_id: offer.spliId,
        name: giftName.text,
        variant: texts.variantOf(offer),
        brand: offer.product.row.brand_name,
        media: firstPicture(offer),
        points: offer.points,
        delivery_condition: offer.deliveryCondition,
        ...(giftName.language && giftName.language !== texts.language
          ? { lang: giftName.language }
          : {}),
      }
    }),
  }
  return answer(wire)
}

/** Also checks the deadline, because the job that applies the default may run a moment late. */
const isOpen = ({ outcome, until }: ReplacementOffer, now: Date) => outcome === null && now < until

/** Whether the offer ended with this gift, or with a refund for null. */
function hasAnswer({ outcome, spliId }: ReplacementOffer, answered: string | null) {
  if (answered === null) return outcome === 'points-back'
  return outcome === 'other-gift' && spliId === answered
}

/** The refund that was given, or that the holder would get now. */
function refundOf(order: OrderRow, { former, creditNumber, outcome }: ReplacementOffer) {
  const credit = order.credits.find(({ number }) => number === creditNumber)
  if (credit) return { points: credit.pointsBack, cents: credit.centsBack }
  if (outcome !== null) return { points: 0, cents: 0 }
  const points = former.points * former.quantity
  return splitCredit(points, amountOwed(order), order.creditFirst) ?? { points, cents: 0 }
}
