import { REMIND_EVERY_DAYS } from '#domain/employers/employer-reminder.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type CampaignRow = {
  id: number
  zone: string
  channel: string
  name: string
  opens: string | null
  closes: string | null
}

export type BatchRow = {
  id: number
  campaign_id: number
  points: number
  valid_until: Date | null
  created_at: Date
}

export const listNewestCampaignChannel = (sql: Queries) => sql<{ channel: string }[]>`
  select channel_id as channel from employer_campaign order by id desc limit 1`

export const listOwnCampaigns = (sql: Queries) => sql<CampaignRow[]>`
  select id, time_zone as zone, channel_id as channel, name, opens::text, closes::text from employer_campaign order by id desc`

export const listOwnBatches = (sql: Queries) => sql<BatchRow[]>`
  select id, campaign_id, points, valid_until, created_at from employer_batch order by id desc`

/** Campaigns with mails, and whether one of them bounced. */
export const listMailedCampaigns = (sql: Queries) => sql<
  { campaign_id: number; has_bounced: boolean }[]
>`
  select campaign_id, bool_or(mail = 'bounced') as has_bounced
  from employer_person join employer_batch on employer_batch.id = batch_id
  where mail in ('sent', 'bounced') group by campaign_id`

/** The newest first. */
export const listReminders = (sql: Queries, employerId: number) => sql<
  { campaign_id: number; at: Date }[]
>`
  select campaign_id, asked_at as at from employer_reminder
    join employer_user on employer_user.id = employer_user_id
  where employer_id = ${employerId} order by asked_at desc`

/** null: not a campaign of the employer. (`read` takes undefined as a missing database role.) */
export async function findOwnCampaign(sql: Queries, campaign: string) {
  const [row] = await sql<{ id: number; channel: string }[]>`
    select id, channel_id as channel from employer_campaign where id = ${campaign}::bigint`
  return row ?? null
}

export async function hasRecentReminder(sql: Queries, id: number, now: Date): Promise<boolean> {
  const rows = await sql`
    select from employer_reminder where campaign_id = ${id}
      and asked_at > ${now}::timestamptz - make_interval(days => ${REMIND_EVERY_DAYS})`
  return rows.count > 0
}

export const insertReminder = (
  sql: Queries,
  { id, userId, now }: { id: number; userId: number; now: Date },
) => sql`
  insert into employer_reminder (campaign_id, employer_user_id, asked_at) values (${id}, ${userId}, ${now})`
