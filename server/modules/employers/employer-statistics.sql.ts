import {
  MIN_GROUP_SIZE,
  roundedMailCount,
  type PeopleSums,
  type PublishedFigures,
  publishedFigures,
} from '#domain/employers/anonymous-statistics.ts'
import { storeActivationNights } from '#server/modules/employers/activation-nights.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

const ROWS_AT_ONCE = 1000

type Sums = PeopleSums & {
  employer_id: number
  campaign_id: number
  channel_id: string
  campaign: string
  /** '': the whole campaign. */
  department: string
  sent: number
  bounced: number
  ends_at: Date | null
}

/**
 * Stores the statistics that each employer sees until the next night: per campaign, and per department with enough
 * people. Later activations and orders appear the next night. Part of the caller's transaction.
 */
export async function storeEmployerStatistics(sql: Queries, now: Date): Promise<void> {
  await sql`delete from employer_statistic`
  const campaigns = new Map<number, Sums[]>()
  for (const sums of await findSums(sql)) {
    const ofCampaign = campaigns.get(sums.campaign_id)
    if (ofCampaign) ofCampaign.push(sums)
    else campaigns.set(sums.campaign_id, [sums])
  }
  const rows = [...campaigns.values()].flatMap(publishedStatistics)
  await storeActivationNights(
    sql,
    rows.flatMap(({ department, campaign_id, came }) =>
      department === '' ? [{ sums: campaigns.get(campaign_id) ?? [], came }] : [],
    ),
    now,
  )
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await sql`
      insert into employer_statistic ${sql(
        rows.slice(first, first + ROWS_AT_ONCE).map((row) => ({ ...row, made_at: now })),
      )}`
}

function publishedStatistics(sums: readonly Sums[]) {
  const total = sums.find(({ department }) => department === '')
  if (!total) return []
  const departments = sums.filter((sum) => sum !== total)
  const figures = publishedFigures(total, departments)
  if (!figures) return []
  return [
    statisticsRow(total, total, figures.campaign),
    ...figures.departments.map(({ department, published }) =>
      statisticsRow(department, total, published),
    ),
  ]
}

const statisticsRow = (sums: Sums, campaign: Sums, { came, ordered, spent }: PublishedFigures) => ({
  employer_id: sums.employer_id,
  campaign_id: sums.campaign_id,
  channel_id: sums.channel_id,
  campaign: sums.campaign,
  department: sums.department,
  people: sums.people,
  sent: roundedMailCount(sums.sent, campaign.sent),
  bounced: roundedMailCount(sums.bounced, campaign.sent),
  came,
  ordered,
  spent_points: spent,
  ends_at: sums.ends_at,
})

const findSums = (sql: Queries) => sql<Sums[]>`
  with person as (
    select campaign.id as campaign_id, coalesce(recipient.department, '') as department,
      coalesce(mail_state in ('waiting', 'sent', 'bounced'), false) as sent, coalesce(mail_state = 'bounced', false) as bounced,
      exists (select from voucher_activation where voucher_activation.voucher_id = voucher.id) as came,
      exists (select from orders where orders.voucher_id = voucher.id and orders.state <> 'cancelled') as ordered,
      voucher_balance.granted, voucher_balance.spent, nullif(voucher.valid_until, 'infinity') as until
    from campaign join voucher_batch batch on batch.campaign_id = campaign.id and batch.undone_at is null
      join voucher on voucher.batch_id = batch.id join voucher_balance on voucher_balance.voucher_id = voucher.id
      left join recipient on recipient.voucher_id = voucher.id
  )
  select campaign.id as campaign_id, employer_id, channel_id, campaign.name as campaign, coalesce(department, '') as department,
    count(*)::integer as people, count(*) filter (where sent)::integer as sent,
    count(*) filter (where bounced)::integer as bounced, count(*) filter (where came)::integer as came,
    count(*) filter (where ordered)::integer as ordered, sum(granted)::integer as granted,
    sum(spent)::integer as spent, max(until) as ends_at
  from person join campaign on campaign.id = campaign_id
  group by grouping sets ((campaign.id), (campaign.id, department))
  having grouping(department) = 1 or (department <> '' and count(*) >= ${MIN_GROUP_SIZE})`
