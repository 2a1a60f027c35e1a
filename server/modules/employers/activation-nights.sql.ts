import {
  type Activations,
  type CurveNight,
  missedNights,
} from '#domain/employers/activation-curve.ts'
import { addDays, dayAt } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'

const ROWS_AT_ONCE = 1000

/** The size of the whole campaign, or of one department. */
type Sums = {
  campaign_id: number
  employer_id: number
  department: string
  people: number
  granted: number
}
/** A campaign with its departments, and the activations published tonight. */
type PublishedCampaign = { sums: readonly Sums[]; came: number | null }
/** The last stored night of a campaign, and the last day of its codes. */
type StoredNights = { campaign_id: number; zone: string; last: string | null; ends: string | null }

/**
 * Adds tonight's figure to the curve of each campaign, until the night after its last day. Missed nights, and those
 * before the first stored one, are computed from the activations. Part of the caller's transaction.
 */
export async function storeActivationNights(
  sql: Queries,
  campaigns: readonly PublishedCampaign[],
  now: Date,
): Promise<void> {
  const stored = await listStoredNights(sql)
  const behind = stored.filter((campaign) => isBehind(campaign, now))
  const activations = await listActivations(
    sql,
    behind.map(({ campaign_id }) => campaign_id),
  )
  const rows = campaigns.flatMap(({ sums, came }) => {
    const [total] = sums
    const nights = stored.find((campaign) => campaign.campaign_id === total?.campaign_id)
    if (!total || !nights) return []
    const { campaign_id, employer_id } = total
    const ownActivations = activations.filter((row) => row.campaign_id === campaign_id)
    return newNights({ sums, came }, nights, ownActivations, now).map((night) => ({
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
  { zone, last, ends }: StoredNights,
  activations: readonly Activations[],
  now: Date,
): CurveNight[] {
  const today = dayAt(now.getTime(), zone)
  const firstActivation = activations.map(({ day }) => day).toSorted()[0]
  const lastKnown = last ?? firstActivation
  const first = lastKnown === undefined ? today : addDays(lastKnown, 1)
  const total = sums.find(({ department }) => department === '')
  const departments = sums.filter((sum) => sum !== total)
  const missed = total
    ? missedNights({ campaign: total, departments }, activations, {
        first,
        last: lastPastNight(ends, today),
      })
    : []
  const isOver = ends !== null && addDays(ends, 1) < today
  return isOver ? missed : [...missed, { day: today, came }]
}

function isBehind({ last, zone, ends }: StoredNights, now: Date): boolean {
  return last === null || last < lastPastNight(ends, dayAt(now.getTime(), zone))
}

/** Yesterday, or the night after the last day if that is earlier: the curve ends with it. */
function lastPastNight(ends: string | null, today: string): string {
  const yesterday = addDays(today, -1)
  const lastNight = ends === null ? yesterday : addDays(ends, 1)
  return lastNight < yesterday ? lastNight : yesterday
}

const listStoredNights = (sql: Queries) => sql<StoredNights[]>`
  select campaign.id as campaign_id, time_zone as zone,
    (select max(day)::text from employer_activation_night night where night.campaign_id = campaign.id) as last,
    (select (nullif(max(valid_until), 'infinity') at time zone time_zone - interval '1 second')::date::text
      from voucher_batch batch where batch.campaign_id = campaign.id and undone_at is null) as ends
  from campaign join channel on channel.id = channel_id`

/** The number of activations by department and day, in the channel's time zone. */
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
