import { randomUUID } from 'node:crypto'

import { rewriteFiles } from '#server/modules/privacy/rewrite-month-tables.timer.ts'
import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

/** Points above the limit of customer service, and what the owner decides. Without a decision the request waits. */
const GRANTS: {
  ago: number
  channel: string
  points: number
  reason: string
  /** 'approve', or the reason of a rejection. */
  decision?: string
}[] = [
  {
    ago: 88,
    channel: '1014',
    points: 16,
    reason: 'Twee keer beschadigd geleverd, cadeau niet meer op voorraad.',
    decision: 'approve',
  },
  {
    ago: 33,
    channel: '1014',
    points: 30,
    reason: 'Vraagt punten voor een collega zonder code.',
    decision: 'De collega krijgt een eigen code van de werkgever.',
  },
  {
    ago: 2,
    channel: '2002',
    points: 15,
    reason: 'Mitarbeiterin hat den doppelten Betrag zugesagt bekommen, Bestätigung liegt vor.',
  },
  {
    ago: 1,
    channel: '1014',
    points: 20,
    reason: 'Jubileum van 25 jaar gemist op de lijst, akkoord van Kwartelhof.',
  },
]
/** Small grants that need no approval. */
const SMALL_GRANTS = [
  { ago: 240, channel: '1014', points: 2, reason: 'Verzending duurde drie weken.' },
  { ago: 172, channel: '2002', points: 3, reason: 'Farbe falsch geliefert, Kulanz.' },
  { ago: 74, channel: '2001', points: 2, reason: 'Doos beschadigd, cadeau heel.' },
  { ago: 12, channel: '1014', points: 3, reason: 'Cadeau kwam na de verjaardag aan.' },
]
const ERASURES = {
  done: { ago: 8, channel: '1014', reason: 'Schriftelijk verzoek, identiteit gecontroleerd.' },
  waiting: { ago: 1, channel: '2001', reason: 'Verzoek per e-mail, uit dienst sinds de zomer.' },
}
const DRY_RUNS = [
  { ago: 122, channel: '1014' },
  { ago: 30, channel: '2001' },
  { ago: 30, channel: '2002' },
]

/** Requests for approval with their decisions, and what the privacy pages show. */
export function requestEntries(played: PlayedShop): StaffWork[] {
  return [
    ...GRANTS.flatMap((grant) => {
      const request: { approval: string | null } = { approval: null }
      const { ago, decision } = grant
      const ask = async () => {
        request.approval = await grantPoints(played, grant)
      }
      const entries: StaffWork[] = [{ ago, time: '11:25', run: ask }]
      if (decision !== undefined)
        entries.push({ ago: ago - 1, time: '09:20', run: () => decide(played, request, decision) })
      return entries
    }),
    ...SMALL_GRANTS.map((favour) => ({
      ago: favour.ago,
      time: '14:15',
      run: () => grantPoints(played, favour),
    })),
    { ago: ERASURES.done.ago, time: '10:50', run: () => erase(played, ERASURES.done, true) },
    { ago: ERASURES.waiting.ago, time: '16:35', run: () => erase(played, ERASURES.waiting, false) },
    ...DRY_RUNS.map(({ ago, channel }) => ({
      ago,
      time: '09:05',
      run: () => played.call('owner', 'startErasureDryRun', { channel }),
    })),
  ]
}

type Grant = { channel: string; points: number; reason: string }

/** Grants points to the last recipient of the channel who logged in. Returns the approval request, if needed. */
async function grantPoints(played: PlayedShop, { channel, points, reason }: Grant) {
  const [voucher] = await played.shop.sql<{ id: string }[]>`
    select voucher.id::text from voucher join voucher_activation on voucher_id = voucher.id
    where channel_id = ${channel} and not is_demo and valid_until > ${new Date(played.time.now)}
      and not exists (select from approval where subject_kind = 'voucher' and subject_id = voucher.id::text)
    order by voucher_activation.at desc limit 1`
  const id = voucher?.id ?? ''
  const { balance } = await played.call('service', 'voucherPage', { id })
  const { granted } = balance
  const input = { id, points, reason, key: randomUUID(), granted }
  return (await played.call('service', 'grantPoints', input)).approval
}

async function decide(
  played: PlayedShop,
  { approval }: { approval: string | null },
  decision: string,
) {
  const id = approval ?? ''
  if (decision === 'approve') await played.call('owner', 'approve', { id, note: 'Akkoord.' })
  else await played.call('owner', 'rejectApproval', { id, note: decision })
}

/** Erases a recipient whose only order was delivered long ago and who has no open request. */
async function erase(
  played: PlayedShop,
  { channel, reason }: { channel: string; reason: string },
  isApproved: boolean,
) {
  const { shop, time } = played
  const vouchers = await shop.sql<{ id: string }[]>`
    select voucher_id::text as id from orders
    where channel_id = ${channel} and state = 'delivered'
      and placed_at < ${new Date(time.now - SETTLED_AFTER_MS)}
      and not exists (select from orders other
        where other.voucher_id = orders.voucher_id and other.number <> orders.number)
      and not exists (select from withdrawal where order_number = orders.number)
      and not exists (select from payment where payment.voucher_id = orders.voucher_id)
      and not exists (select from service_request where service_request.voucher_id = orders.voucher_id)
    order by placed_at desc limit 20`
  for (const { id } of vouchers) {
    const { held } = await played.call('service', 'personalData', { id })
    if (held !== null) continue
    const { approval } = await played.call('service', 'erasePerson', { id, reason })
    if (!isApproved) return
    await played.call('owner', 'approve', { id: approval })
    await rewriteFiles(shop)
    return
  }
  throw new Error(`nobody of channel ${channel} can be erased`)
}

/** By then all parcels have arrived, and nothing can be returned. */
const SETTLED_AFTER_MS = 50 * 86_400_000
