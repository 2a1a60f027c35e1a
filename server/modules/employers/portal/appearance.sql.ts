import type { Queries } from '#server/platform/db/database.ts'

/** Channels of the employer's campaigns, starting with the newest campaign. */
export const listCampaignChannels = (sql: Queries) => sql<{ channel: string }[]>`
  select channel_id as channel from employer_campaign group by channel_id order by max(id) desc`

/** Whether another employer has campaigns in a channel. */
export async function isSharedChannel(
  sql: Queries,
  { channel, employer }: { channel: string; employer: number },
): Promise<boolean> {
  const found = await sql`
    select from campaign where channel_id = ${channel} and employer_id <> ${employer} limit 1`
  return found.length > 0
}
