import type { FastifyInstance } from 'fastify'

import { type ChannelPart, makeChannel } from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Transaction, violates } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import {
  setHosts,
  takenHost,
} from '#server/modules/channels/settings/channel-settings.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { GIFT_TEXT_COLUMNS } from '#domain/catalog/gift-texts.ts'
import { COPIED_COLUMNS, THEME_COLUMNS } from '#domain/channels/channel-columns.ts'

/**
 * Creates a channel from another in one transaction, so it exists completely or not at all. It is closed until a
 * colleague opens it. Settings are copied; the VAT type of its vouchers is not, because it is decided per channel.
 */
export function newChannelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, makeChannel, async ({ from, id, name, hosts, parts }, asker) => {
    const { now, within, audit } = asker
    const sql = inTransaction(asker.sql)
    // Copies the published state, with no release half applied.
    await lockPublishing(sql)
    const there = within(from) && (await sql`select from channel where id = ${from}`).count > 0
    if (!there || from === SHARED_CHANNEL) return refuseStaff('not-found')
    const taken = await takenHost(sql, { id, hosts, within })
    if (taken) return taken
    if (!(await addChannel(sql, { from, id, name, theme: parts.includes('theme'), now }))) {
      return refuseStaff('channel-taken', { field: 'id' })
    }
    if (!(await setHosts(sql, id, hosts))) {
      return (
        (await takenHost(sql, { id, hosts, within })) ??
        refuseStaff('host-taken', { field: 'hosts' })
      )
    }
    const copied: Record<string, number> = {}
    for (const part of parts) copied[part] = await COPIES[part](sql, from, id)
    await notify(sql, 'channel', id)
    audit({
      action: 'channel.made',
      subjectKind: 'channel',
      subjectId: id,
      channelId: id,
      after: { from, name, hosts, ...copied },
    })
    return { id, copied }
  })
}

/** False where there is one of this number. */
async function addChannel(
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

const COPIES: Record<ChannelPart, Copy> = {
  /** All texts, including search words and its texts for gifts. */
  async texts(sql, from, id) {
    const { count } = await sql`
      insert into content (channel_id, path, block, kind, key, language, value, alt, position)
      select ${id}, path, block, kind, key, language, value, alt, position from content where channel_id = ${from}`
    await sql`
      insert into gift_keyword (channel_id, language, kind, position, words)
      select ${id}, language, kind, position, words from gift_keyword where channel_id = ${from}`
    await sql`
      insert into product_text (product_id, channel_id, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))})
      select product_id, ${id}, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))}
      from product_text where channel_id = ${from}`
    return count
  },
  /** Came with the channel's own row. */
  async theme(sql, _, id) {
    const [row] = await sql<{ count: number }[]>`
      select jsonb_array_length(theme_options) as count from channel where id = ${id}`
    return row?.count ?? 0
  },
  async navigation(sql, from, id) {
    const { count } = await sql`
      insert into navigation_item (channel_id, id, parent_id, position, banner, banner_alt, texts)
      select ${id}, id, parent_id, position, banner, banner_alt, texts from navigation_item where channel_id = ${from}`
    await sql`
      insert into navigation_tag (channel_id, item_id, tag_id, position, web_menu_column)
      select ${id}, item_id, tag_id, position, web_menu_column from navigation_tag where channel_id = ${from}`
    return count
  },
  async tiles(sql, from, id) {
    const { count } = await sql`
      insert into home_tile (channel_id, kind, id, position, extra, tag_ids, banner, media, texts)
      select ${id}, kind, id, position, extra, tag_ids, banner, media, texts from home_tile where channel_id = ${from}`
    return count
  },
  async offers(sql, from, id) {
    const { count } = await sql`
      insert into offer (channel_id, sku, points, position, active)
      select ${id}, sku, points, position, active from offer where channel_id = ${from}`
    return count
  },
}
