import type { Queries } from '#server/platform/db/database.ts'

export const cancelBackgroundJob = (sql: Queries, id: number | null, now: Date) => sql`
  update background_job set state = 'cancelled', ended_at = ${now}
  where id = ${id} and state in ('waiting', 'working')`
