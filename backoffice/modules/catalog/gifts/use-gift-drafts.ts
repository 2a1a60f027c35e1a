import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import type { Gift, GiftPart } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { eachGiftFact, type GiftFacts as GiftFactValues } from '#domain/catalog/gift-facts.ts'

type Facts = GiftFactValues & { brand: string; tags: string[]; cross_selling: string[] }
export type FactsDraft = ReturnType<typeof useFactsDraft>
export type ImagesDraft = ReturnType<typeof useImagesDraft>
export type VariantsDraft = ReturnType<typeof useVariantsDraft>
export type OffersDraft = ReturnType<typeof useOffersDraft>
export type VariantRow = { sku: string; values: [string, string]; retired: boolean }
type Alts = Gift['picture_alts']
type Typed = { points?: string; active?: boolean }

const factsOf = (gift: Gift): Facts => ({
  brand: gift.brand.id,
  ...(eachGiftFact((name) => gift[name]) as GiftFactValues),
  tags: gift.tags.map(({ id }) => id),
  cross_selling: gift.cross_selling.map(({ id }) => id),
})

/** Brand, delivery, tags and related gifts: what all channels share. */
export function useFactsDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { values, changed, type, clear } = useDraft<Facts>(
    `${me}.gift.${gift.id}.facts`,
    factsOf(gift),
  )
  const part: GiftPart | null = changed
    ? {
        key: 'facts',
        name: t('giftFacts'),
        anchor: 'facts',
        send: (version) => callBackoffice('changeGift', { id: gift.id, version, ...values }),
        clear,
      }
    : null
  return { values, type, part }
}

/** The order of the images and their alt texts. */
export function useImagesDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { id } = gift
  const { values, changed, type, clear } = useDraft<{ pictures: string[]; picture_alts: Alts }>(
    `${me}.gift.${id}.pictures`,
    { pictures: gift.pictures, picture_alts: gift.picture_alts },
  )
  const { pictures, picture_alts } = values
  // Images of variants can have an alt text as well.
  const shown = [...new Set([...pictures, ...gift.articles.flatMap((one) => one.pictures)])]
  const part: GiftPart | null = changed
    ? {
        key: 'pictures',
        name: t('pictures'),
        anchor: 'pictures',
        send: (version) =>
          callBackoffice('changeGift', {
            id,
            version,
            pictures,
            picture_alts: onlyOf(picture_alts, shown),
          }),
        clear,
      }
    : null
  return { pictures, alts: picture_alts, shown, type, part }
}

/** Removes alt texts of images that the gift no longer shows. */
const onlyOf = (alts: Alts, shown: readonly string[]): Alts =>
  Object.fromEntries(Object.entries(alts).filter(([file]) => shown.includes(file)))

/** A sold variant is archived and never removed, because carts and orders refer to it. */
export function useVariantsDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { id } = gift
  const { values, changed, type, clear } = useDraft<{
    dimensions: string[]
    articles: VariantRow[]
  }>(`${me}.gift.${id}.articles`, {
    dimensions: gift.dimensions,
    articles: gift.articles.map(({ sku, values, retired }) => ({
      sku,
      values: [values[0] ?? '', values[1] ?? ''],
      retired,
    })),
  })
  const part: GiftPart | null = changed
    ? {
        key: 'articles',
        name: t('variants'),
        anchor: 'variants',
        send: (version) => callBackoffice('changeArticles', { id, version, ...values }),
        clear,
      }
    : null
  return { values, type, part }
}

const NOTHING: Record<string, Typed> = {}
export const isPoints = (typed: string) => /^\d{0,6}$/.test(typed)

/** Points and visibility by channel and variant, each against the version that the user saw. */
export function useOffersDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { values: typed, type, clear } = useDraft(`${me}.gift.${gift.id}.offers`, NOTHING)
  const offerOf = (channel: string, sku: string) =>
    gift.offers.find((one) => one.channel === channel && one.sku === sku)
  const pointsOf = (channel: string, sku: string) =>
    typed[`${channel} ${sku}`]?.points ?? String(offerOf(channel, sku)?.points ?? '')
  const isActive = (channel: string, sku: string) =>
    typed[`${channel} ${sku}`]?.active ?? offerOf(channel, sku)?.active ?? false

  function change(channel: string, skus: readonly string[], wanted: Typed) {
    type(
      Object.fromEntries(
        skus.map((sku) => {
          const key = `${channel} ${sku}`
          const stored = offerOf(channel, sku)
          const { points, active } = { ...typed[key], ...wanted }
          const next = {
            ...(points === undefined || points === String(stored?.points ?? '') ? {} : { points }),
            ...(active === undefined || active === (stored?.active ?? false) ? {} : { active }),
          }
          return [key, Object.keys(next).length === 0 ? undefined : next]
        }),
      ),
    )
  }
  const offers = Object.entries(typed).map(([key, { points, active }]) => {
    const [channel = '', sku = ''] = key.split(' ')
    return {
      channel,
      sku,
      version: offerOf(channel, sku)?.version ?? 0,
      ...(points === undefined || points === '' ? {} : { points: Number(points) }),
      ...(active === undefined ? {} : { active }),
    }
  })
  const wrong = Object.values(typed).some(({ points }) => points === '' || !isPoints(points ?? ''))
  const part: GiftPart | null =
    offers.length === 0
      ? null
      : {
          key: 'offers',
          name: t('offers'),
          anchor: 'offers',
          issue: wrong ? t('offerPointsWhole') : null,
          send: () => callBackoffice('changeOffers', { id: gift.id, offers }),
          clear,
        }
  return { pointsOf, isActive, offerOf, change, part }
}
