import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

type Campaign = StaffResponse<'addCampaign'>

export type CampaignRow = Omit<Campaign, 'id' | 'employer' | 'channel'> & {
  id: number
  employer_id: number
  channel_id: string
}

/** Withdrawn batches are not counted. */
const columns = (sql: Queries) => sql`
  campaign.id, employer_id, (select employer.name from employer where employer.id = employer_id) as employer_name,
  campaign.channel_id, name, opens::text, closes::text, unclaimed_rule, budget_points,
  remind_days, campaign.version, figures.*, budget_points - figures.granted as budget_left`

const campaignWithFigures = (sql: Queries) => sql`
  campaign cross join lateral (
    select count(*)::integer as batches, coalesce(sum(made.vouchers + to_make), 0)::integer as vouchers,
      coalesce(sum(made.claimed), 0)::integer as claimed,
      coalesce(sum(made.granted + to_make * points), 0)::integer as granted,
      coalesce(sum(made.spent), 0)::integer as spent
    from voucher_batch batch cross join lateral (
      select count(*) as vouchers, coalesce(sum(granted), 0) as granted, coalesce(sum(spent), 0) as spent,
        count(*) filter (where exists (select from voucher_activation where voucher_activation.voucher_id = voucher.id)) as claimed
      from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id where voucher.batch_id = batch.id) made
    where batch.campaign_id = campaign.id and undone_at is null
  ) figures`

type CampaignQuery = AskedFilters<'campaigns'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

export const campaignList = (
  { search, ids, ...filters }: CampaignQuery,
  channels: readonly string[] | null,
): ListQuery<'name' | 'opens' | 'closes'> => ({
  select: columns,
  from: (sql) => sql`
    ${campaignWithFigures(sql)} where true
      ${channels === null ? sql`` : sql`and campaign.channel_id = any(${[...channels]}::text[])`}
      ${filterConditions<'campaigns'>(sql, filters, {
        employer: (employer) => sql`employer_id = ${employer}::bigint`,
        channel: (channel) => sql`campaign.channel_id = ${channel}`,
      })}
      ${search === undefined ? sql`` : sql`and strpos(lower(name), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and campaign.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`campaign.id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    opens: { by: (sql) => sql`coalesce(opens, added_at)`, type: 'timestamptz' },
    // A campaign without a last day comes after the others.
    closes: { by: (sql) => sql`coalesce(closes, '9999-01-01')::timestamptz`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.campaigns,
})

export async function findCampaign(sql: Queries, id: number) {
  const [row] = await sql<CampaignRow[]>`
    select ${columns(sql)} from ${campaignWithFigures(sql)} where campaign.id = ${id}`
  return row && answerOf(row)
}

export const answerOf = ({ id, employer_id, channel_id, ...row }: CampaignRow): Campaign => ({
  ...row,
  id: String(id),
  employer: String(employer_id),
  channel: channel_id,
})

export async function isShopChannel(sql: Queries, channel: string) {
  const [row] = await sql`select from channel where id = ${channel} and id <> ${SHARED_CHANNEL}`
  return row !== undefined
}

type CampaignFields = Pick<
  Campaign,
  'name' | 'opens' | 'closes' | 'unclaimed_rule' | 'budget_points' | 'remind_days'
>

export async function insertCampaign(
  sql: Queries,
  {
    fields,
    employer,
    channel,
    now,
  }: {
    fields: CampaignFields
    employer: string
    channel: string
    now: Date
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into campaign ${sql({ ...fields, employer_id: Number(employer), channel_id: channel, added_at: now })}
    returning id`
  return row
}

/** Locks a campaign. Batches of a campaign are created one after the other, because each takes this lock. */
export const lockCampaign = (sql: Queries, id: string) =>
  sql`select from campaign where id = ${id}::bigint for no key update`

export const saveCampaign = (sql: Queries, id: string, fields: CampaignFields) =>
  sql`update campaign set ${sql(fields)}, version = version + 1 where id = ${id}::bigint`
