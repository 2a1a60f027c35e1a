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
export type VariantValues = { sku: string; values: [string, string]; retired: boolean }
type Alts = Gift['picture_alts']

const factsOf = (gift: Gift): Facts => ({
  brand: gift.brand.id,
  ...(eachGiftFact((name) => gift[name]) as GiftFactValues),
  tags: gift.tags.map(({ id }) => id),
  cross_selling: gift.cross_selling.map(({ id }) => id),
})

/** A part with a conflict is not sent before the user has chosen whose version stays. */
function useConflictIssue() {
  const t = useTranslate()
  return ({ fields }: { fields: readonly string[] }) =>
    fields.length > 0 ? t('changedByOtherShort') : null
}

/** Brand, delivery, tags and related gifts: what all channels share. */
export function useFactsDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const issueOf = useConflictIssue()
  const { values, changed, type, clear, conflict } = useDraft<Facts>(
    `${me}.gift.${gift.id}.facts`,
    factsOf(gift),
  )
  const part: GiftPart | null = changed
    ? {
        key: 'facts',
        name: t('giftFacts'),
        anchor: 'facts',
        issue: issueOf(conflict),
        send: (version) => callBackoffice('changeGift', { id: gift.id, version, ...values }),
        clear: () => clear(),
      }
    : null
  return { values, type, part, conflict }
}

/** The order of the images and their alt texts. */
export function useImagesDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { id } = gift
  const issueOf = useConflictIssue()
  const { values, changed, type, clear, conflict } = useDraft<{
    pictures: string[]
    picture_alts: Alts
  }>(`${me}.gift.${id}.pictures`, { pictures: gift.pictures, picture_alts: gift.picture_alts })
  const { pictures, picture_alts } = values
  // Images of variants can have an alt text as well.
  const allImages = [
    ...new Set([...pictures, ...gift.articles.flatMap((article) => article.pictures)]),
  ]
  const part: GiftPart | null = changed
    ? {
        key: 'pictures',
        name: t('pictures'),
        anchor: 'pictures',
        issue: issueOf(conflict),
        send: (version) =>
          callBackoffice('changeGift', {
            id,
            version,
            pictures,
            picture_alts: altsOfImages(picture_alts, allImages),
          }),
        clear: () => clear(),
      }
    : null
  return { pictures, alts: picture_alts, allImages, type, part, conflict }
}

/** Removes alt texts of images that the gift no longer shows. */
const altsOfImages = (alts: Alts, images: readonly string[]): Alts =>
  Object.fromEntries(Object.entries(alts).filter(([file]) => images.includes(file)))

/** A sold variant is archived and never removed, because carts and orders refer to it. */
export function useVariantsDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const { id } = gift
  const issueOf = useConflictIssue()
  const { values, changed, type, clear, conflict } = useDraft<{
    dimensions: string[]
    articles: VariantValues[]
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
        issue: issueOf(conflict),
        send: (version) => callBackoffice('changeArticles', { id, version, ...values }),
        clear: () => clear(),
      }
    : null
  return { values, type, part, conflict }
}

/** Also true for an empty input. */
export const isPoints = (typed: string) => /^\d{0,6}$/.test(typed)

/** Points and visibility by channel and variant: `1014 LAMP-1 points`. */
type OfferField = `${string} ${string} ${'points' | 'active'}`
type OfferValues = Record<OfferField, string | boolean | undefined>

const offersOf = (gift: Gift): OfferValues =>
  Object.fromEntries(
    gift.offers.flatMap(({ channel, sku, points, active }) => [
      [`${channel} ${sku} points`, String(points)],
      [`${channel} ${sku} active`, active],
    ]),
  )

/** Splits the name of a field of an offer. A SKU may contain a space. */
export function splitOfferField(field: string) {
  const first = field.indexOf(' ')
  const last = field.lastIndexOf(' ')
  return {
    channel: field.slice(0, first),
    sku: field.slice(first + 1, last),
    fact: field.slice(last + 1) as 'points' | 'active',
  }
}

/** The offers that the user changed, each with the version that was changed. */
function changedOffers(gift: Gift, values: OfferValues, stored: OfferValues) {
  const isChanged = (field: OfferField) => values[field] !== stored[field]
  const changed = (Object.keys(values) as OfferField[]).filter(isChanged).map(splitOfferField)
  // The points and the visibility of an offer are sent together.
  const keys = [...new Set(changed.map(({ channel, sku }) => `${channel} ${sku}` as const))]
  return keys.map((key) => {
    const { channel, sku } = splitOfferField(`${key} points`)
    const points = values[`${key} points`]
    const active = values[`${key} active`]
    return {
      channel,
      sku,
      version:
        gift.offers.find((offer) => offer.channel === channel && offer.sku === sku)?.version ?? 0,
      ...(isChanged(`${key} points`) && points !== '' ? { points: Number(points) } : {}),
      ...(isChanged(`${key} active`) ? { active: active === true } : {}),
    }
  })
}

/** Points and visibility as typed. */
export function useOffersDraft(gift: Gift, me: string) {
  const t = useTranslate()
  const issueOf = useConflictIssue()
  const stored = offersOf(gift)
  const { values, type, clear, conflict } = useDraft(`${me}.gift.${gift.id}.prices`, stored)
  const offerOf = (channel: string, sku: string) =>
    gift.offers.find((offer) => offer.channel === channel && offer.sku === sku)
  const pointsOf = (channel: string, sku: string) =>
    String(values[`${channel} ${sku} points`] ?? '')
  const isActive = (channel: string, sku: string) => values[`${channel} ${sku} active`] === true

  function change(
    channel: string,
    skus: readonly string[],
    input: { points?: string; active?: boolean },
  ) {
    // undefined removes the input of a field.
    const undefinedIfStored = (value: string | boolean, now: string | boolean) =>
      value === now ? undefined : value
    const changes: OfferValues = {}
    for (const sku of skus) {
      const offer = offerOf(channel, sku)
      const { points, active } = input
      if (points !== undefined)
        changes[`${channel} ${sku} points`] = undefinedIfStored(points, String(offer?.points ?? ''))
      if (active !== undefined)
        changes[`${channel} ${sku} active`] = undefinedIfStored(active, offer?.active ?? false)
    }
    type(changes)
  }
  const offers = changedOffers(gift, values, stored)
  const hasInvalidPoints = offers.some(({ channel, sku }) => {
    const typed = pointsOf(channel, sku)
    return !isPoints(typed) || (typed === '' && offerOf(channel, sku) !== undefined)
  })
  const part: GiftPart | null =
    offers.length === 0
      ? null
      : {
          key: 'offers',
          name: t('offers'),
          anchor: 'offers',
          issue: issueOf(conflict) ?? (hasInvalidPoints ? t('offerPointsWhole') : null),
          send: () => callBackoffice('changeOffers', { id: gift.id, offers }),
          clear: () => clear(),
        }
  return { pointsOf, isActive, offerOf, change, part, conflict }
}
