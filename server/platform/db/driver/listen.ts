import { setTimeout as pause } from 'node:timers/promises'

import type { Connection } from './connection.ts'
import type { Sql } from './sql.ts'

const RETRY_MS = 250

/** Listens on its own connection, and reconnects after it was lost. */
export async function listen(sql: Sql, channel: string, onNotice: (notice: string) => void) {
  const { pool } = sql
  const closing = new AbortController()
  let connection: Connection | undefined

  async function open(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        connection = await pool.openOutsidePool()
        connection.client.on('notification', ({ payload = '' }) => onNotice(payload))
        await connection.send({ text: `listen ${channel}` })
        connection.socket.once('close', () => void open())
        return
      } catch {
        connection?.destroy()
        await pause(RETRY_MS)
      }
    }
  }

  await open()
  return {
    close() {
      closing.abort()
      connection?.destroy()
    },
  }
}
