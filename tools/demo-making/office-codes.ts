import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

const EVERY_DAYS = 28
const LATE_DAYS = 60
/**
 * Codes of digital gifts: the stock that colleagues aim for, and the last days before the end on which they upload some.
 * In the last two months they aim for `late`.
 */
const TARGETS: Readonly<Record<string, { stock: number; until: number; late?: number }>> = {
  'gift-card-books-eur-25': { stock: 30, until: 0 },
  'cinema-tickets-for-two': { stock: 24, until: 0 },
  // Runs low.
  'gift-card-books-eur-10': { stock: 12, until: 30, late: 9 },
  // Is empty at the end.
  'cinema-tickets-for-four': { stock: 8, until: 50 },
}
const WITHDRAWN = { sku: 'cinema-tickets-for-four', ago: 1 }
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LETTERS = 10

/** Uploads of codes over all days of the history. */
export function codeEntries(played: PlayedShop, random: () => number, days: number): StaffWork[] {
  const entries: StaffWork[] = []
  for (let ago = days; ago > 0; ago -= EVERY_DAYS)
    entries.push({ ago, time: '09:50', run: () => uploadMissing(played, random, ago) })
  entries.push({ ago: WITHDRAWN.ago, time: '14:40', run: () => withdrawRest(played) })
  return entries
}

async function uploadMissing(played: PlayedShop, random: () => number, ago: number) {
  for (const [sku, { stock: usual, until, late = usual }] of Object.entries(TARGETS)) {
    if (ago < until) continue
    const stock = ago < LATE_DAYS ? late : usual
    const { shelf } = await played.call('fulfilment', 'digitalStock', { sku })
    const wanted = stock + shelf.waiting - shelf.free
    if (wanted < stock / 2) continue
    const codes = Array.from({ length: wanted }, () => newCode(random))
    await played.call('fulfilment', 'uploadDigitalCodes', { sku, text: codes.join('\n') })
  }
}

const newCode = (random: () => number) =>
  Array.from({ length: CODE_LETTERS }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join(
    '',
  )

/** The issuer withdraws the remaining codes. */
async function withdrawRest(played: PlayedShop) {
  const { sku } = WITHDRAWN
  const { imports } = await played.call('fulfilment', 'digitalStock', { sku })
  for (const { id, free } of imports)
    if (free > 0)
      await played.call('fulfilment', 'withdrawDigitalCodes', {
        sku,
        import: id,
        reason: 'De bioscoop heeft deze serie ingetrokken.',
      })
}
