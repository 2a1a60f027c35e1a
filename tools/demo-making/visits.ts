import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { ADDRESSES, type Home, type OfferToWant } from '#domain/simulation/simulation-plan.ts'
import { gazetteer } from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Guest } from '#tools/demo-making/history-people.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'
import { retryingFetch, type VisitContext, visitShop } from '#tools/simulation/simulated-visit.ts'

const BUYS_ABROAD_SHARE = 0.06
/** Gifts with low stock are popular. */
const LOW_STOCK = { from: 1, to: 9, times: 3 }
const POPULAR = 60

/** The gifts of a channel, the most popular first. */
export async function popularOffers(
  sql: Queries,
  channel: string,
  random: () => number,
): Promise<OfferToWant[]> {
  const offers = await sql<(OfferToWant & { left: number; way: string })[]>`
    select spli_id as "spliId", points, coalesce(on_hand, 50) as left, delivery_condition as way
    from offer join article using (sku) join product on product.id = article.product_id
      left join stock using (sku)
    where channel_id = ${channel} and active order by offer.position, offer.spli_id`
  const ranked = offers.map((offer) => {
    const { from, to, times } = LOW_STOCK
    const isLow = offer.left >= from && offer.left <= to
    const isLiked = isLow || offer.way !== 'monta'
    return { offer, place: random() * (isLiked ? 1 / times : 1) }
  })
  const sorted = ranked.toSorted((a, b) => a.place - b.place).map(({ offer }) => offer)
  return sorted.slice(0, POPULAR * 3)
}

/** Returns an order number, or undefined for a visit without an order. */
export async function visit(
  played: PlayedShop,
  guest: Guest,
  { code, street: context }: { code: string; street: VisitContext },
): Promise<string | undefined> {
  const [firstName = '', ...surname] = guest.name.split(' ')
  const country = countryOf(guest, context.random)
  const end = guest.stopsAt
    ? await startVisit(played, guest, { code, street: context })
    : await visitShop(
        context,
        {
          place: 0,
          firstName,
          surname: surname.join(' '),
          email: guest.email,
          language: guest.language,
          country,
          home: homeIn(country, context.random),
          comesAt: null,
          paysExtra: guest.paysExtra,
          payment: context.random() < 0.9 ? 'well' : 'failed',
          pickup: context.random() < 0.1,
          undo: guest.isUndone ? 'cancel' : 'none',
          withdrawsAfterDays: null,
          answers: true,
        },
        code,
      )
  return end?.kind === 'ordered' ? end.number : undefined
}

/** Looks around, puts a gift into the basket and leaves. */
async function startVisit(
  { url }: PlayedShop,
  guest: Guest,
  { code, street: context }: { code: string; street: VisitContext },
) {
  let token: string | null = null
  const client = createClient({ base: '', fetch: retryingFetch(url), token: () => token })
  const answer = await client.call('logIn', { encrypted_code: context.keys.wireHash(code) })
  if (refused(answer) || !answer.code_is_valid) return undefined
  token = answer.wt
  const offer = context.offers.find(({ points }) => points > 0 && points <= guest.campaign.points)
  if (offer && guest.stopsAt === 'cart')
    await client.call('changeCart', { spli_id: offer.spliId, quantity: 1 })
  else await client.call('products', { language: guest.language })
  return undefined
}

function countryOf({ campaign, language }: Guest, random: () => number) {
  if (campaign.channel === '2002') return random() < BUYS_ABROAD_SHARE ? 'AT' : 'DE'
  if (campaign.channel === '1014' && language === 'nl' && random() < BUYS_ABROAD_SHARE) return 'BE'
  return 'NL'
}

function homeIn(country: string, random: () => number): Home {
  const streets = gazetteer.filter((street) => street.country === country)
  const street = streets[Math.floor(random() * streets.length)]
  const house = street?.houses[Math.floor(random() * street.houses.length)]
  const usual = ADDRESSES[country]
  if (!street || !house || !usual) throw new Error(`nobody lives in ${country}`)
  return {
    street: street.name,
    house: house.number,
    postcode: street.postcode,
    city: street.town,
    phone: usual.phone,
  }
}
