import type { Sql } from '#server/platform/db/database.ts'

/** Whether the statement on this connection waits for a lock. False once it has ended. */
export async function waitsForLock(
  sql: Sql,
  pid: number,
  statement: Promise<unknown>,
): Promise<boolean> {
  let hasEnded = false
  const end = () => (hasEnded = true)
  void statement.then(end, end)
  for (;;) {
    const [waiting] = await sql`
      select from pg_stat_activity where pid = ${pid} and wait_event_type = 'Lock'`
    if (waiting) return true
    if (hasEnded) return false
  }
}

/** The backend PID of a connection. */
export async function pidOf(sql: { unsafe: Sql['unsafe'] }): Promise<number> {
  const [own] = await sql.unsafe('select pg_backend_pid() as pid')
  return Number(own?.['pid'])
}
