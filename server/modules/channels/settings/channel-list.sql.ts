import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { channelList } from '#contract/channels/channels.staff.ts'
import type { Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ChannelRow = {
  id: string
  name: string
  state: 'making' | 'open' | 'closed'
  hosts: string[]
  languages: Language[]
  undo_minutes: number
  active: string | null
  changed: Date | null
}
export type ChannelSort = 'id' | 'name' | 'changed_at'
export type ChannelFilters = Pick<
  z.output<(typeof channelList)['input']>,
  'search' | 'state' | 'language' | 'host' | 'ids'
>

/** The last change of the channel's content or settings. */
const changedAt = (sql: Queries): Fragment => sql`
  greatest(channel.changed_at, (
    select at from content_version where channel_id = channel.id order by content_version.id desc limit 1))`

/** The channels of a colleague, without the shared one. */
export function channelsList(
  { search, ids, ...filters }: ChannelFilters,
  channels: readonly string[] | null,
): ListQuery<ChannelSort> {
  return {
    select: (sql) => sql`
      channel.id, channel.name, channel.state, channel.undo_minutes,
      array(select host from channel_host where channel_id = channel.id order by host) as hosts,
      array[channel.default_language] || array_remove(channel.offered_languages, channel.default_language) as languages,
      (select option ->> 'value' from jsonb_array_elements(theme_options) option
        where option ->> 'reference' = 'active') as active,
      ${changedAt(sql)} as changed`,
    from: (sql) => sql`
      channel where channel.id <> ${SHARED_CHANNEL}
        ${channels === null ? sql`` : sql`and channel.id = any(${[...channels]}::text[])`}
        ${search === undefined || search === '' ? sql`` : matchesSearch(sql, search)}
        ${filterConditions<'channelList'>(sql, filters, {
          state: (state) =>
            state.length === 0 ? sql`true` : sql`channel.state = any(${state}::text[])`,
          host: (host) =>
            host === ''
              ? sql`true`
              : sql`exists (select from channel_host where channel_id = channel.id and strpos(host, lower(${host})) > 0)`,
          language: (language) =>
            sql`${language} = any(channel.default_language || channel.offered_languages)`,
        })}
        ${ids === undefined ? sql`` : sql`and channel.id = any(${ids}::text[])`}`,
    id: (sql) => sql`channel.id::bigint`,
    sorts: {
      id: { by: (sql) => sql`channel.id::bigint`, type: 'bigint' },
      name: { by: (sql) => sql`lower(channel.name)`, type: 'text' },
      changed_at: {
        by: (sql) => sql`coalesce(${changedAt(sql)}, timestamptz 'epoch')`,
        type: 'timestamptz',
      },
    },
    defaultSort: defaultSorts.channelList,
  }
}

const matchesSearch = (sql: Queries, search: string) => sql`
  and (channel.id = ${search} or strpos(lower(channel.name), lower(${search})) > 0
    or exists (select from channel_host where channel_id = channel.id and strpos(host, lower(${search})) > 0))`
