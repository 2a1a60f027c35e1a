import type { Queries } from '#server/platform/db/database.ts'
import {
  type ChannelAsked,
  listOfChannels,
} from '#server/modules/channels/settings/channel-list.sql.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'

export async function chosenChannels(
  sql: Queries,
  query: ChannelAsked,
  { channels }: Pick<StaffCaller, 'channels'>,
) {
  const list = listOfChannels(query, channels)
  return sql<{ id: string; name: string }[]>`
    select channel.id, channel.name from ${list.from(sql)} order by channel.id::bigint`
}
