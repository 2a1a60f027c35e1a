import type { Queries } from '#server/platform/db/database.ts'

export const stopReminders = (sql: Queries, id: string, now: Date) => sql`
  update recipient set stopped_at = coalesce(stopped_at, ${now}) where id = ${id}::bigint`
