import type { Queries } from '#server/platform/db/database.ts'

export const deleteSavedViews = (sql: Queries, ids: readonly number[]) =>
  sql`delete from saved_view where id = any(${[...ids]}::bigint[])`
