import type { Queries } from '#server/platform/db/database.ts'

type BatchOrCampaign = { batch: string } | { campaign: string }

const vouchersOf = (sql: Queries, subject: BatchOrCampaign) => sql`
  voucher join voucher_batch on voucher_batch.id = batch_id join channel on channel.id = voucher_batch.channel_id
  where undone_at is null and ${'batch' in subject ? sql`batch_id = ${subject.batch}::bigint` : sql`campaign_id = ${subject.campaign}::bigint`}`

/**
 * The channel of a batch or campaign that the caller may see, and the last day of the campaign or of the batch's
 * campaign. Undefined if it does not exist.
 */
export async function channelOfActivations(sql: Queries, subject: BatchOrCampaign) {
  const [row] = await sql<{ channel: string; zone: string; closes: string | null }[]>`
    select channel.id as channel, time_zone as zone, closes::text
    from ${'batch' in subject ? sql`(select voucher_batch.id, voucher_batch.channel_id, closes from voucher_batch left join campaign on campaign.id = campaign_id)` : sql`campaign`} scope
      join channel on channel.id = scope.channel_id
    where scope.id = ${'batch' in subject ? subject.batch : subject.campaign}::bigint`
  return row
}

/** The number of vouchers, the start of the earliest and the end of the latest one. */
export async function findVoucherSpan(sql: Queries, subject: BatchOrCampaign) {
  const [row] = await sql<{ vouchers: number; starts_at: Date | null; ends_at: Date | null }[]>`
    select count(*)::integer as vouchers, min(greatest(voucher_batch.created_at, voucher.valid_from)) as starts_at,
      nullif(max(voucher.valid_until), 'infinity') as ends_at
    from ${vouchersOf(sql, subject)}`
  return row
}

export const listActivations = (sql: Queries, subject: BatchOrCampaign, zone: string) => sql<
  { day: string; count: number }[]
>`
  select to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::integer as count
  from voucher_activation join (select voucher.id from ${vouchersOf(sql, subject)}) own on own.id = voucher_id
  group by 1 order by 1`

const MAX_BATCHES = 100

/** Batches with valid vouchers, newest first. */
export const listRunningBatches = (
  sql: Queries,
  { now, channels }: { now: Date; channels: readonly string[] | null },
) => sql<{ id: string; name: string }[]>`
  select batch.id::text, coalesce(nullif(batch.note, ''), campaign.name, batch.id::text) as name
  from voucher_batch batch left join campaign on campaign.id = campaign_id
  where undone_at is null and exists (
      select from voucher where batch_id = batch.id and voucher.valid_from <= ${now} and voucher.valid_until > ${now})
    ${channels === null ? sql`` : sql`and batch.channel_id = any(${[...channels]}::text[])`}
  order by batch.id desc limit ${MAX_BATCHES}`
