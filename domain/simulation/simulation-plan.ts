import { allLanguages, type Language } from '#domain/language.ts'
import { numbersFrom, pickByWeight } from './seeded-numbers.ts'

export type SimulationParameters = {
  holders: number
  /** Points per recipient. */
  points: number
  /** In the channel's zone, as 2026-12-01. */
  firstDay: string
  /** Recipients can order for this many days. Afterwards open orders are completed. */
  days: number
  /** The same seed gives the same recipients with the same choices. */
  seed: number
}

/** The random behaviour of one simulated recipient, drawn before the simulation starts. */
export type SimulatedHolder = {
  place: number
  firstName: string
  surname: string
  email: string
  language: Language
  country: string
  /** Their home, if not the default address of the country. */
  home?: Home
  /** Hours after the first midnight; null: never visits the shop. */
  comesAt: number | null
  /** Pays extra by card, if the channel allows it. */
  paysExtra: boolean
  /** Failures on the payment page before it succeeds; 'never': it does not succeed. */
  payment: 'well' | 'canceled' | 'failed' | 'expired' | 'never'
  pickup: boolean
  /** Within the undo window. */
  undo: 'none' | 'cancel' | 'reopen'
  /** Days after arrival until the recipient withdraws; null: never. */
  withdrawsAfterDays: number | null
  /** Answers replacement offers. Others let them expire. */
  answers: boolean
}

const FIRST_NAMES = [
  'Anna',
  'Bram',
  'Chiara',
  'Daan',
  'Elif',
  'Finn',
  'Greta',
  'Hugo',
  'Inès',
  'Jan',
] as const
const SURNAMES = [
  'Bakker',
  'Çelik',
  'Dubois',
  'Engel',
  'Ferrari',
  'de Groot',
  'Müller',
  'Öztürk',
  'Peeters',
  'Smit',
] as const

/** A domain that cannot exist. Some addresses are refused, like typing errors. */
const MAIL_DOMAIN = 'simulation.invalid'
const REFUSED_DOMAIN = 'refused.invalid'

/** Shares of all holders, or of the holders to whom the event can happen. */
const NEVER_COME = 0.12
const WRONG_ADDRESS = 0.005
const PAY_EXTRA = 0.2
const PICK_UP = 0.25
const UNDO = 0.03
const WITHDRAW = 0.02
const ANSWER_CHOICE = 0.7
/** The share of payments by outcome. */
const PAYMENTS = [
  ['well', 84],
  ['canceled', 6],
  ['failed', 4],
  ['expired', 4],
  ['never', 2],
] as const

/** All invited holders, in order of invitation. */
export function simulatedHolders(
  { holders, days, seed }: SimulationParameters,
  channel: { language: Language; countries: readonly string[] },
): SimulatedHolder[] {
  const random = numbersFrom(seed)
  const oneOf = <T>(all: readonly T[], fallback: T) =>
    all[Math.floor(random() * all.length)] ?? fallback
  const countries = channel.countries.filter((country) => country in ADDRESSES)
  return Array.from({ length: holders }, (_, place) => {
    const comes = random() >= NEVER_COME
    const day = dayOfComing(days, random)
    const domain = random() < WRONG_ADDRESS ? REFUSED_DOMAIN : MAIL_DOMAIN
    return {
      place,
      firstName: oneOf(FIRST_NAMES, 'Anna'),
      surname: oneOf(SURNAMES, 'Smit'),
      email: `holder-${place}@${domain}`,
      language: random() < 0.7 ? channel.language : oneOf(allLanguages, channel.language),
      country: random() < 0.85 ? (countries[0] ?? 'NL') : oneOf(countries, 'NL'),
      comesAt: comes ? day * 24 + hourOfComing(random) : null,
      paysExtra: random() < PAY_EXTRA,
      payment: pickByWeight(PAYMENTS, ([, weight]) => weight, random)?.[0] ?? 'well',
      pickup: random() < PICK_UP,
      undo: random() < UNDO ? (random() < 0.5 ? 'cancel' : 'reopen') : 'none',
      withdrawsAfterDays: random() < WITHDRAW ? 1 + Math.floor(random() * 10) : null,
      answers: random() < ANSWER_CHOICE,
    }
  })
}

/** Most visits right after the mail, many at the very end, few in between. */
function dayOfComing(days: number, random: () => number) {
  const all = Array.from({ length: days }, (_, day) => day)
  const weight = (day: number) => 1 + 8 * Math.exp(-day / 3) + 4 * Math.exp(-(days - 1 - day) / 2)
  return pickByWeight(all, weight, random) ?? 0
}

/** At lunchtime and in the evening, rarely at night. */
function hourOfComing(random: () => number) {
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const near = (hour: number, peak: number) => Math.exp(-((hour - peak) ** 2) / 8)
  return pickByWeight(all, (hour) => 0.02 + near(hour, 12) + 1.5 * near(hour, 20), random) ?? 20
}

/** A home with an address that carriers know, in a country. */
export type Home = {
  street: string
  house: string
  postcode: string
  city: string
  phone: string
}
export const ADDRESSES: Readonly<Record<string, Home>> = {
  NL: {
    street: 'Zilverkade',
    house: '12',
    postcode: '1012AB',
    city: 'Amsterdam',
    phone: '0612345678',
  },
  BE: {
    street: 'Nieuwstraat',
    house: '8',
    postcode: '1000',
    city: 'Brussel',
    phone: '+32470123456',
  },
  DE: {
    street: 'Lindenweg',
    house: '3',
    postcode: '10115',
    city: 'Berlin',
    phone: '+4915112345678',
  },
  FR: {
    street: 'Rue de la Paix',
    house: '5',
    postcode: '75002',
    city: 'Paris',
    phone: '+33612345678',
  },
  AT: { street: 'Ringstrasse', house: '7', postcode: '1010', city: 'Wien', phone: '+436601234567' },
  LU: {
    street: 'Rue Haute',
    house: '4',
    postcode: '1718',
    city: 'Luxembourg',
    phone: '+352621123456',
  },
}

export type OfferToWant = { spliId: string; points: number }

/**
 * Gifts that together cost the holder's points, or a little more if the holder pays extra. Popular gifts come first
 * in `offers` and are chosen more often. A few random tries approximate the amount; the list is empty if nothing
 * fits.
 */
export function wantedGifts(
  offers: readonly OfferToWant[],
  { points, most }: { points: number; most: number },
  random: () => number,
): OfferToWant[] {
  const popularity = (_: OfferToWant, place: number) => 1 / (place + 3)
  const enough = offers.filter((offer) => offer.points > 0)
  let best: OfferToWant[] = []
  let missing = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 24 && missing > 0; tries += 1) {
    const wanted: OfferToWant[] = []
    let cost = 0
    while (wanted.length < 5 && cost < points) {
      const fitting = enough.filter((one) => cost + one.points <= most)
      const exact = fitting.filter((one) => cost + one.points >= points)
      // A holder with a gift prefers a second gift that uses up the rest.
      const next = pickByWeight(
        wanted.length > 0 && exact.length > 0 ? exact : fitting,
        popularity,
        random,
      )
      if (!next) break
      wanted.push(next)
      cost += next.points
    }
    const left = Math.max(0, points - cost)
    if (wanted.length > 0 && left < missing) [best, missing] = [wanted, left]
  }
  return best
}
