import {
  type Activations,
  type CurveNight,
  missedNights,
} from '#domain/employers/activation-curve.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'

const ROWS_AT_ONCE = 1000

/** The whole campaign, or one department. */
type Sums = {
  campaign_id: number
  employer_id: number
  department: string
  people: number
  granted: number
}
/** A campaign with its departments, and the activations published tonight. */
type PublishedCampaign = { sums: readonly Sums[]; came: number | null }
type KnownNights = { campaign_id: number; zone: string; last: string | null; ends: string | null }

/**
 * Adds tonight's figure to the curve of each campaign, until the night after its last day. Nights that were missed, or
 * that came before the first one, are computed from the activations. Part of the caller's transaction.
 */
export async function storeActivationNights(
  sql: Queries,
  campaigns: readonly PublishedCampaign[],
  now: Date,
): Promise<void> {
  const known = await listKnownNights(sql)
  const activations = await listActivations(
    sql,
    known.flatMap((one) => (isBehind(one, now) ? [one.campaign_id] : [])),
  )
  const rows = campaigns.flatMap(({ sums, came }) => {
    const [total] = sums
    const nights = known.find((one) => one.campaign_id === total?.campaign_id)
    if (!total || !nights) return []
    const { campaign_id, employer_id } = total
    const those = activations.filter((activation) => activation.campaign_id === campaign_id)
    return newNights({ sums, came }, nights, those, now).map((night) => ({
      campaign_id,
      employer_id,
      ...night,
    }))
  })
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await sql`
      insert into employer_activation_night ${sql(rows.slice(first, first + ROWS_AT_ONCE))}
      on conflict (campaign_id, day) do update set came = excluded.came`
}

function newNights(
  { sums, came }: PublishedCampaign,
  { zone, last, ends }: KnownNights,
  activations: readonly Activations[],
  now: Date,
): CurveNight[] {
  const today = dayAt(now.getTime(), zone)
  const end = ends === null ? today : addDays(ends, 1)
  const begins = activations.map(({ day }) => day).toSorted()[0]
  const first = addDays(last ?? begins ?? today, last === null && begins === undefined ? 0 : 1)
  const yesterday = addDays(today, -1)
  const total = sums.find(({ department }) => department === '')
  const departments = sums.filter((sum) => sum !== total)
  const missed = total
    ? missedNights({ whole: total, departments }, activations, {
        first,
        last: end < yesterday ? end : yesterday,
      })
    : []
  return today <= end ? [...missed, { day: today, came }] : missed
}

/** No more figures are needed after the night that follows the last day. */
function isBehind({ last, zone, ends }: KnownNights, now: Date): boolean {
  const yesterday = addDays(dayAt(now.getTime(), zone), -1)
  const end = ends === null ? yesterday : addDays(ends, 1)
  return last === null || last < (end < yesterday ? end : yesterday)
}

const listKnownNights = (sql: Queries) => sql<KnownNights[]>`
  select campaign.id as campaign_id, time_zone as zone,
    (select max(day)::text from employer_activation_night night where night.campaign_id = campaign.id) as last,
    (select (nullif(max(valid_until), 'infinity') at time zone time_zone - interval '1 second')::date::text
      from voucher_batch batch where batch.campaign_id = campaign.id and undone_at is null) as ends
  from campaign join channel on channel.id = channel_id`

/** By department and day of the channel. */
const listActivations = (sql: Queries, campaigns: readonly number[]) => sql<
  (Activations & { campaign_id: number })[]
>`
  select campaign.id as campaign_id, coalesce(recipient.department, '') as department,
    (voucher_activation.at at time zone time_zone)::date::text as day, count(*)::integer as count
  from campaign join channel on channel.id = channel_id
    join voucher_batch batch on batch.campaign_id = campaign.id and batch.undone_at is null
    join voucher on voucher.batch_id = batch.id
    join voucher_activation on voucher_activation.voucher_id = voucher.id
    left join recipient on recipient.voucher_id = voucher.id
  where campaign.id = any(${[...campaigns]}::bigint[])
  group by 1, 2, 3`
