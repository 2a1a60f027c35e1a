import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { firstOffer, firstPicture } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import type { VoucherInvitation } from '#server/modules/mail/templates/vouchers/voucher-invitation.tsx'
import type { MailTheme } from '#server/modules/mail/layout/mail-theme.ts'

/** `picture`: '' for none. */
export type SampleGift = { name: string; brand: string; picture: string }
export type SampleGifts = readonly [SampleGift, SampleGift, SampleGift, ...SampleGift[]]

/** The recipient and the subject of a sample. */
export type SampleData = {
  name: string
  email: string
  /** In this order: from the warehouse, digital, from a supplier. Further ones are from the warehouse. */
  gifts: SampleGifts
  sender: string
  /** The values of a new batch, for its mail with the code. */
  invitation?: SampleInvitation
}
export type SampleInvitation = Omit<VoucherInvitation, 'code' | 'link' | 'contact'>
export type SampleContext = { theme: MailTheme; now: Date; about: SampleData }

export const SAMPLE_NUMBER = '1003115'
/** A secret that no shop has, so that sample links open nothing. */
export const SAMPLE_PEPPERS = 'sample:of no shop'
export const SAMPLE_BRAND = 'sample'
export const SAMPLE_WITHDRAWAL = '1003115-W1'
export const SAMPLE_CHOICE = '00000000-0000-4000-8000-000000001234'

const sampleGift = (name: string): SampleGift => ({ name, brand: 'Noorderlicht', picture: '' })

export const SAMPLE_GIFTS: Record<Language, SampleGifts> = {
  nl: [
    sampleGift('Wollen plaid'),
    sampleGift('Gesprek met een sterrenkundige'),
    sampleGift('Leeslamp'),
  ],
  en: [
    sampleGift('Woollen throw'),
    sampleGift('An evening with an astronomer'),
    sampleGift('Reading lamp'),
  ],
  de: [
    sampleGift('Wolldecke'),
    sampleGift('Ein Abend mit einer Astronomin'),
    sampleGift('Leselampe'),
  ],
  fr: [
    sampleGift('Plaid en laine'),
    sampleGift('Une soirée avec une astronome'),
    sampleGift('Lampe de lecture'),
  ],
}

/** Gifts of the channel with their images, one of each kind if available; otherwise the sample gifts above. */
export function channelGifts(model: ChannelModel, language: Language): SampleGifts {
  const texts = model.language(language)
  const offersWithPicture = model.products
    .map((product) => firstOffer(product))
    .filter((offer) => firstPicture(offer) !== '')
  const giftOf = (condition: DeliveryCondition, index: 0 | 1 | 2): SampleGift => {
    const offer =
      offersWithPicture.find(({ deliveryCondition }) => deliveryCondition === condition) ??
      offersWithPicture.at(index)
    if (!offer) return SAMPLE_GIFTS[language][index]
    const { text: name } = texts.nameOf(offer.product)
    return { name, brand: offer.product.row.brand_name, picture: firstPicture(offer) }
  }
  return [giftOf('monta', 0), giftOf('digital', 1), giftOf('dropship', 2)]
}

export const SAMPLE_QUESTIONS: Record<
  Language,
  { subject: string; body: string; thanks: string; answered: string }
> = {
  nl: {
    subject: 'Mijn pakket',
    body: 'Goedemiddag,\nWanneer komt mijn pakket?',
    thanks: 'Dank je wel voor dit jaar.',
    answered: 'Goedemiddag Robin,\n\nJe pakket is vanochtend vertrokken en komt morgen.',
  },
  en: {
    subject: 'My parcel',
    body: 'Good afternoon,\nWhen will my parcel arrive?',
    thanks: 'Thank you for this year.',
    answered: 'Good afternoon Robin,\n\nYour parcel left this morning and arrives tomorrow.',
  },
  de: {
    subject: 'Mein Paket',
    body: 'Guten Tag,\nwann kommt mein Paket?',
    thanks: 'Danke für dieses Jahr.',
    answered: 'Guten Tag Robin,\n\nIhr Paket wurde heute Morgen versendet und kommt morgen an.',
  },
  fr: {
    subject: 'Mon colis',
    body: 'Bonjour,\nQuand mon colis arrivera-t-il ?',
    thanks: 'Merci pour cette année.',
    answered: 'Bonjour Robin,\n\nVotre colis est parti ce matin et arrivera demain.',
  },
}

export const SAMPLE_CREDIT: OrderRow['credits'][number] = {
  number: '1003115-C1',
  kind: 'refund',
  at: '2026-12-04T12:00:00.000Z',
  points: 6,
  pointsBack: 5,
  centsBack: 500,
  centsSent: 500,
  vatBack: 87,
  vat: [],
  reason: '–',
  note: '',
  goods: 'none',
  withdrawalNumber: null,
  lines: [{ line: 1, quantity: 1 }],
}

/** A sample order with all data that a mail can show. */
export function sampleOrder({ theme, now, about }: SampleContext): OrderRow {
  const { name, email, gifts } = about
  return {
    number: SAMPLE_NUMBER,
    cartGuid: '',
    captureId: null,
    paymentKey: null,
    month: '2026-12-01',
    voucherId: 0,
    channelId: '',
    timeZone: 'Europe/Amsterdam',
    language: theme.language,
    state: 'placed',
    placedAt: new Date(now.getTime() - 3_600_000),
    changeableUntil: new Date(now.getTime() + 1_800_000),
    totalPoints: 21,
    pointsPaid: 20,
    centsPaid: 500,
    pointsRefunded: 0,
    centsRefunded: 0,
    person: {
      firstName: name,
      prefix: 'van',
      surname: 'Dam',
      email,
      telephone: '020 123 45 67',
    },
    delivery: { kind: 'home', address: SAMPLE_ADDRESS, verified: true, carrier: null },
    consented: true,
    available: 4,
    voucherEndsMs: Infinity,
    lines: [
      sampleLine(about, 1, {}),
      sampleLine(about, 2, { deliveryCondition: 'digital' }),
      sampleLine(about, 3, { deliveryCondition: 'dropship', points: 4, quantity: 2 }),
      ...gifts.slice(3).map((_, index) => sampleLine(about, index + 4, {})),
    ],
    events: [],
    parcels: [sampleParcel(now)],
    deliveredAt: null,
    mails: [],
    refunds: [],
    creditFirst: 'points',
    replacementOffers: [sampleChoice(about, now)],
    credits: [],
    withdrawals: [sampleWithdrawal(email, now)],
    cancellation: null,
  }
}

const SAMPLE_ADDRESS = {
  street: 'Keizersgracht',
  houseNumber: '100',
  addition: '',
  postalCode: '1015 AA',
  city: 'Amsterdam',
  country: 'NL',
  line: '',
}

const sampleLine = (
  { gifts }: SampleData,
  line: number,
  overrides: Partial<OrderLine>,
): OrderLine => ({
  line,
  splitFrom: null,
  spliId: String(line),
  sku: `10${line}`,
  variant: '',
  brandId: SAMPLE_BRAND,
  ...(gifts[line - 1] ?? gifts[0]),
  deliveryInfo: '',
  deliveryCondition: 'monta',
  points: 5 + line,
  quantity: 1,
  tookStock: true,
  state: 'placed',
  arrivalAssumed: false,
  vatCountry: 'NL',
  vatBp: 2100,
  withdrawn: 0,
  credited: 0,
  isBeingReplaced: false,
  round: 0,
  digitalItems: [],
  ...overrides,
})

const sampleParcel = (now: Date): OrderRow['parcels'][number] => ({
  code: '3STEST0000001',
  link: 'https://example.com',
  carrier: 'PostNL',
  round: 0,
  state: 'sent',
  carrierState: 'sent',
  sentAt: now.toISOString(),
  deliveredAt: null,
  lines: [{ line: 1, quantity: 1 }],
})

const sampleChoice = ({ gifts }: SampleData, now: Date): OrderRow['replacementOffers'][number] => ({
  id: SAMPLE_CHOICE,
  line: 1,
  cause: 'sold-out',
  note: '',
  tokenHash: linkHash(newLinkToken(SAMPLE_PEPPERS, 'choose again', SAMPLE_CHOICE)).toString('hex'),
  startedAt: now.toISOString(),
  until: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
  remindedAt: null,
  former: {
    spliId: '1',
    sku: '101',
    ...gifts[0],
    variant: '',
    points: 6,
    quantity: 1,
    deliveryCondition: 'monta',
    round: 0,
  },
  outcome: null,
  endedAt: null,
  creditNumber: null,
  isAutomatic: true,
})

const sampleWithdrawal = (email: string, now: Date): OrderRow['withdrawals'][number] => ({
  number: SAMPLE_WITHDRAWAL,
  key: '',
  at: now.toISOString(),
  email,
  reason: '–',
  points: 6,
  pointsToCredit: 6,
  centsToCredit: 500,
  lines: [{ line: 1, quantity: 1 }],
})
