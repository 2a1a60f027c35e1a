import type { Counts, Held } from '#server/modules/privacy/retention-run.sql.ts'
import { retentionOf } from '#server/modules/channels/settings/channel.sql.ts'
import { dueHolders, dueThreads } from '#server/modules/privacy/retention-due.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export const saveRunJob = (sql: Queries, id: string, runId: number) =>
  sql`update retention_run set job_id = ${Number(id)} where id = ${runId}`

const channelTerm = (sql: Queries, asOf: Date) => ({
  channel: sql`channel.id`,
  asOf,
  months: sql`channel.months`,
})

export const listRetention = (sql: Queries, now: Date) => sql<
  {
    id: string
    name: string
    months: number
    due: number
    last_id: number | null
    last_at: Date | null
  }[]
>`
  select channel.id, name, months, last.id as last_id, last.ended_at as last_at,
    (select count(*)::integer from (${dueHolders(sql, channelTerm(sql, now))}) found)
      + (select count(*)::integer from (${dueThreads(sql, channelTerm(sql, now))}) found) as due
  from (select *, ${retentionOf(sql)} as months from channel) channel
    left join lateral (select id, ended_at from retention_run
      where channel_id = channel.id and kind = 'channel' and ended_at is not null
      order by id desc limit 1) last on true
  order by due desc, channel.id`

export async function findRetentionMonths(sql: Queries, channel: string) {
  const [row] = await sql<{ months: number }[]>`
    select ${retentionOf(sql)} as months from channel where id = ${channel}`
  return row
}

export async function insertChannelRun(
  sql: Queries,
  {
    channel,
    now,
    months,
    counts,
    held,
    digest,
    staffId,
  }: {
    channel: string
    now: Date
    months: number
    counts: Counts
    held: Held
    digest: string
    staffId: number
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into retention_run (kind, channel_id, as_of, months, counts, held, digest, made_by, made_at)
    values ('channel', ${channel}, ${now}, ${months}, ${sql.json(counts)}, ${sql.json(held)}, ${digest},
      ${staffId}, ${now})
    returning id`
  return row
}

export const lockRetentionRun = (sql: Queries, id: string) =>
  sql`select from retention_run where id = ${Number(id)} for update`
