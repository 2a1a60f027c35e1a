import type { ChannelPart } from '#contract/channels/channels.staff.ts'
import { type Transaction, violates, type Queries } from '#server/platform/db/database.ts'
import { COPIED_COLUMNS, THEME_COLUMNS } from '#domain/channels/channel-columns.ts'
import { copyGiftTexts, copyOffers } from '#server/modules/catalog/gifts/copy-channel-gifts.sql.ts'
import {
  copyContent,
  copyNavigation,
  copyTiles,
} from '#server/modules/content/copy-channel-content.sql.ts'

/** Returns false if the channel number is in use. */
export async function addChannel(
  sql: Transaction,
  {
    from,
    id,
    name,
    theme,
    now,
  }: { from: string; id: string; name: string; theme: boolean; now: Date },
) {
  const columns = (theme ? [...COPIED_COLUMNS, ...THEME_COLUMNS] : COPIED_COLUMNS).join(', ')
  try {
    await sql.savepoint(
      (sql) => sql`
        insert into channel (id, name, state, changed_at, website_url, ${sql.unsafe(columns)})
        select ${id}, ${name}, 'making', ${now}, '', ${sql.unsafe(columns)}
        from channel where id = ${from}`,
    )
    return true
  } catch (error) {
    if (violates(error, 'channel_pkey')) return false
    throw error
  }
}

/** Copies a part of a channel and returns the number of its rows. */
type CopyPart = (sql: Transaction, from: string, id: string) => Promise<number>

export const COPY_PART: Record<ChannelPart, CopyPart> = {
  /** Includes the channel's own texts for gifts. */
  async texts(sql, from, id) {
    const count = await copyContent(sql, from, id)
    await copyGiftTexts(sql, from, id)
    return count
  },
  /** Already copied with the channel's row, so only counted. */
  async theme(sql, _, id) {
    const [row] = await sql<{ count: number }[]>`
      select jsonb_array_length(theme_options) as count from channel where id = ${id}`
    return row?.count ?? 0
  },
  navigation: copyNavigation,
  tiles: copyTiles,
  offers: copyOffers,
}

export const findChannelId = (sql: Queries, from: string) =>
  sql`select from channel where id = ${from}`
