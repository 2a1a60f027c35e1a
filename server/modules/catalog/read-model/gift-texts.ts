import type { Sql } from '#server/platform/db/database.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import {
  type ProductTextRow,
  readProductTexts,
} from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { ChannelGifts } from '#server/modules/catalog/read-model/channel-gifts.ts'

type CachedTexts = { rows: ProductTextRow[]; readAt: number }

export type GiftTexts = {
  /** All texts of a gift in this channel. */
  of(model: ChannelGifts, productId: string): Promise<ProductTextRow[]>
  erase(): void
}

/** The texts of a gift page: read on demand, and cached once for all channels with the same texts. */
export function createGiftTexts(sql: Sql, memory: Memory, now: () => number): GiftTexts {
  const cache = memory.region<string, CachedTexts>('gift texts', ({ rows }) =>
    rows.reduce((sum, row) => sum + bytesOf(row), 0),
  )
  return {
    async of(model, productId) {
      const { id } = model.channel
      const key = model.hasOwnText(productId) ? `${id} ${productId}` : productId
      const cached = cache.find(key)
      if (cached && cached.readAt >= model.since) return cached.rows
      const readAt = now()
      const rows = await readProductTexts(sql, id, sql`product_id = ${productId}`)
      cache.store(key, { rows, readAt })
      return rows
    },
    erase: () => cache.clear(),
  }
}

/** Latin characters take one byte; if a text contains any other character, each takes two. */
function bytesOf(row: ProductTextRow) {
  let bytes = 200
  for (const value of Object.values(row)) bytes += (value?.length ?? 0) * 1.2 + 24
  return bytes
}
