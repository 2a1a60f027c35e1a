import type { FastifyInstance } from 'fastify'

import type { StaffResponse } from '#contract/client.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { addCampaign, campaigns, changeCampaign } from '#contract/employers/employers.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Campaign = StaffResponse<'addCampaign'>
type Row = Omit<Campaign, 'id' | 'employer' | 'channel'> & {
  id: number
  employer_id: number
  channel_id: string
}

/** What an organisation gives in one channel, within its budget. */
export function campaignRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, campaigns, listCampaigns)

  serveStaff(app, backoffice, addCampaign, async ({ employer, channel, ...fields }, asker) => {
    const { sql, now, within, audit } = asker
    const [known] = await sql`select from employer where id = ${employer}::bigint`
    if (!known || !within(channel)) return refuseStaff('not-found')
    const [shop] = await sql`select from channel where id = ${channel} and id <> ${SHARED_CHANNEL}`
    if (!shop) return refuseStaff('unknown-channel', { field: 'channel' })
    const [made] = await sql<{ id: number }[]>`
      insert into campaign ${sql({ ...fields, employer_id: Number(employer), channel_id: channel, added_at: now })}
      returning id`
    const added = await findCampaign(sql, made?.id ?? 0)
    if (!added) throw new Error('the campaign was not kept')
    audit({
      action: 'campaign.added',
      subjectKind: 'campaign',
      subjectId: added.id,
      channelId: channel,
      after: { ...fields, employer },
    })
    return added
  })

  serveStaff(app, backoffice, changeCampaign, async ({ id, version, ...fields }, asker) => {
    const { sql, within, audit } = asker
    // Creating a batch takes the same lock, so batches of a campaign are created one after the other.
    await sql`select from campaign where id = ${id}::bigint for no key update`
    const before = await findCampaign(sql, Number(id))
    if (!before || !within(before.channel)) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    if (fields.budget_points !== null && fields.budget_points < before.granted)
      return refuseStaff('below-granted', { field: 'budget_points' })
    await sql`update campaign set ${sql(fields)}, version = version + 1 where id = ${id}::bigint`
    const after = await findCampaign(sql, Number(id))
    if (!after) throw new Error('a campaign went while being changed')
    const { name, opens, closes, unclaimed_rule, budget_points, remind_days } = before
    audit({
      action: 'campaign.changed',
      subjectKind: 'campaign',
      subjectId: id,
      channelId: before.channel,
      before: { name, opens, closes, unclaimed_rule, budget_points, remind_days },
      after: fields,
    })
    return after
  })
}

async function listCampaigns(asked: ParsedInput<typeof campaigns>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'campaigns',
    list: campaignList(asked, asker.channels),
    columns: CSV,
    row: answerOf,
  })
}

/** Withdrawn batches are not counted. */
const columns = (sql: Queries) => sql`
  campaign.id, employer_id, campaign.channel_id, name, opens::text, closes::text, unclaimed_rule, budget_points,
  remind_days, campaign.version, figures.*, budget_points - figures.granted as budget_left`

const figured = (sql: Queries) => sql`
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

type Asked = {
  employer?: string | undefined
  channel?: string | undefined
  search?: string | undefined
  ids?: string[] | undefined
}

const campaignList = (
  { employer, channel, search, ids }: Asked,
  channels: readonly string[] | null,
): ListQuery<'name'> => ({
  select: columns,
  from: (sql) => sql`
    ${figured(sql)} where true
      ${channels === null ? sql`` : sql`and campaign.channel_id = any(${[...channels]}::text[])`}
      ${employer === undefined ? sql`` : sql`and employer_id = ${employer}::bigint`}
      ${channel === undefined ? sql`` : sql`and campaign.channel_id = ${channel}`}
      ${search === undefined ? sql`` : sql`and strpos(lower(name), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and campaign.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`campaign.id`,
  sorts: { name: { by: (sql) => sql`lower(name)`, type: 'text' } },
  usual: 'name',
})

async function findCampaign(sql: Queries, id: number) {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from ${figured(sql)} where campaign.id = ${id}`
  return row && answerOf(row)
}

const answerOf = ({ id, employer_id, channel_id, ...row }: Row): Campaign => ({
  ...row,
  id: String(id),
  employer: String(employer_id),
  channel: channel_id,
})

const CSV: Record<string, (row: Row) => string | number | null> = {
  name: ({ name }) => name,
  channel: ({ channel_id }) => channel_id,
  opens: ({ opens }) => opens,
  closes: ({ closes }) => closes,
  batches: ({ batches }) => batches,
  vouchers: ({ vouchers }) => vouchers,
  claimed: ({ claimed }) => claimed,
  granted: ({ granted }) => granted,
  spent: ({ spent }) => spent,
  budget: ({ budget_points }) => budget_points,
  budget_left: ({ budget_left }) => budget_left,
}
