import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { isDatabaseError, type Queries, type Sql } from '#server/platform/db/database.ts'

/** PostgreSQL's error codes for a missing role, a role that this user is not a member of, and missing permissions. */
const MISSING_ROLE_ERRORS = new Set(['22023', '42501'])

/**
 * Reads as an employer, with a database role that can read only that employer's data. Role and employer id are reset at
 * the end of the transaction, so no other request of the connection pool gets them. Undefined if the database has no
 * such role: then no data is shown.
 */
export async function withStatisticsRole<Result>(
  sql: Sql,
  employer: number,
  work: (sql: Queries) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await sql.begin('read only', async (sql) => {
      await sql`set local role giftpoint_employer`
      await sql`select set_config('giftpoint.employer', ${String(employer)}, true)`
      return work(sql)
    })
  } catch (error) {
    if (isDatabaseError(error) && MISSING_ROLE_ERRORS.has(error.code)) return undefined
    throw error
  }
}

/** What an operator has to do before employers can see statistics; undefined if nothing is missing. */
export async function employerRoleProblem(sql: Sql): Promise<string | undefined> {
  const readable = await withStatisticsRole(
    sql,
    0,
    (sql) => sql`
      select from employer_statistic, employer_activation_night, employer_campaign, employer_batch, employer_person limit 0`,
  )
  if (readable !== undefined) return undefined
  const [row] = await sql<{ role: string }[]>`select quote_ident(session_user) as role`
  return `Employers see no figures and no recipients: the role giftpoint_employer is missing, or ${row?.role} is not a member of it. As a superuser of the database, run: create role giftpoint_employer nologin; grant giftpoint_employer to ${row?.role}; and then, as the owner of the tables, npm run shop -- migrate.`
}

type StatisticsRow = {
  campaign_id: number
  channel_id: string
  campaign: string
  department: string
  made_at: Date
  people: number
  sent: number | null
  bounced: number | null
  came: number | null
  ordered: number | null
  spent_points: number | null
  ends_at: Date | null
}

/**
 * The statistics of an employer, for one campaign or all. All pages and files use this function.
 */
export async function findEmployerStatistics(
  sql: Sql,
  employer: number,
  { campaign = null }: { campaign?: number | null } = {},
): Promise<EmployerStatistics | undefined> {
  return withStatisticsRole(sql, employer, async (sql) => {
    const rows = await sql<StatisticsRow[]>`
      select campaign_id, channel_id, campaign, department, made_at, people, sent, bounced, came, ordered, spent_points,
        ends_at
      from employer_statistic where ${campaign}::bigint is null or campaign_id = ${campaign}
      order by campaign_id desc, department`
    return statisticsAnswer(rows, await listCurveSteps(sql, campaign))
  })
}

type CurveStep = { campaign_id: number; day: string; came: number }

/** The nights on which the published figure changed. */
const listCurveSteps = (sql: Queries, campaign: number | null) => sql<CurveStep[]>`
  select campaign_id, day::text, came from (
    select campaign_id, day, came, lag(came) over (partition by campaign_id order by day) as before
    from employer_activation_night where ${campaign}::bigint is null or campaign_id = ${campaign}) night
  where came is not null and came is distinct from before order by campaign_id, day`

const statisticsAnswer = (
  rows: readonly StatisticsRow[],
  steps: readonly CurveStep[],
): EmployerStatistics => ({
  made_at: rows[0]?.made_at.toISOString() ?? null,
  items: rows.map(({ campaign_id, campaign, channel_id: channel, ends_at, ...row }) => ({
    campaign: { id: String(campaign_id), name: campaign },
    channel,
    department: row.department,
    people: row.people,
    sent: row.sent,
    bounced: row.bounced,
    came: row.came,
    ordered: row.ordered,
    spent_points: row.spent_points,
    ends_at: ends_at?.toISOString() ?? null,
    came_by_night:
      row.department === ''
        ? steps.flatMap((step) =>
            step.campaign_id === campaign_id ? [{ day: step.day, came: step.came }] : [],
          )
        : [],
  })),
})
