import type { Queries } from '#server/platform/db/database.ts'
import {
  type ChannelFilters,
  channelsList,
} from '#server/modules/channels/settings/channel-list.sql.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'

export async function listMatchingChannels(
  sql: Queries,
  query: ChannelFilters,
  { channels }: Pick<StaffCaller, 'channels'>,
) {
  const list = channelsList(query, channels)
  return sql<{ id: string; name: string }[]>`
    select channel.id, channel.name from ${list.from(sql)} order by channel.id::bigint`
}
