import type { ChannelPart } from '#contract/channels/channels.staff.ts'
import { type Transaction, violates, type Queries } from '#server/platform/db/database.ts'
import { COPIED_COLUMNS, THEME_COLUMNS } from '#domain/channels/channel-columns.ts'
import { copyGiftTexts, copyOffers } from '#server/modules/catalog/gifts/copy-channel-gifts.sql.ts'
import {
  copyContent,
  copyNavigation,
  copyTiles,
} from '#server/modules/content/copy-channel-content.sql.ts'

/** False if the channel number exists. */
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
  const taken = theme ? [...COPIED_COLUMNS, ...THEME_COLUMNS] : COPIED_COLUMNS
  try {
    await sql.savepoint(
      (sql) => sql`
        insert into channel (id, name, state, changed_at, website_url, ${sql.unsafe(taken.join(', '))})
        select ${id}, ${name}, 'making', ${now}, '', ${sql.unsafe(taken.join(', '))}
        from channel where id = ${from}`,
    )
    return true
  } catch (error) {
    if (violates(error, 'channel_pkey')) return false
    throw error
  }
}

type Copy = (sql: Transaction, from: string, id: string) => Promise<number>

export const COPIES: Record<ChannelPart, Copy> = {
  /** All texts, including search words and its texts for gifts. */
  async texts(sql, from, id) {
    const count = await copyContent(sql, from, id)
    await copyGiftTexts(sql, from, id)
    return count
  },
  /** Copied with the channel's row. */
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
