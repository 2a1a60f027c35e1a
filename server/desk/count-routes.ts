import type { FastifyInstance } from 'fastify'

import { counts } from '#contract/desk/attention-api.ts'
import type { Permission } from '#domain/desk-rights.ts'
import { causes, seen, type Seer } from '#server/desk/attention-list.ts'
import { seerOf } from '#server/desk/attention-routes.ts'
import type { Desk } from '#server/desk/desk.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import type { Queries } from '#server/db/database.ts'

type Counter = { needs: Permission; count: (sql: Queries, seer: Seer) => Promise<number> }

/** What waits, by the name under which the rail and Today show it; each asks its own right. */
const COUNTERS: Record<string, Counter> = {
  attention: {
    needs: 'attention.mend',
    async count(sql, seer) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::integer as count
        from (${causes(sql, sql`${seen(sql, seer)} and closed_at is null`)}) found
        where owner_id is null or owner_id = ${seer.id}`
      return row?.count ?? 0
    },
  },
}

export function countRoutes(app: FastifyInstance, desk: Desk) {
  serveDesk(app, desk, counts, async (_, asker) => {
    const own = Object.entries(COUNTERS).filter(([, { needs }]) => asker.may(needs))
    const counted = await Promise.all(
      own.map(async ([name, { count }]) => [name, await count(asker.sql, seerOf(asker))] as const),
    )
    return { counts: Object.fromEntries(counted) }
  })
}
