import { setTimeout as pause } from 'node:timers/promises'

import type { Connection } from './connection.ts'
import type { Sql } from './sql.ts'

const AGAIN_MS = 250

/** Listens on its own connection, and reconnects after it was lost. */
export async function listen(sql: Sql, channel: string, onNotice: (notice: string) => void) {
  const { pool } = sql
  const closing = new AbortController()
  let ear: Connection | undefined

  async function open(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        ear = await pool.openApart()
        ear.client.on('notification', ({ payload = '' }) => onNotice(payload))
        await ear.send({ text: `listen ${channel}` })
        ear.socket.once('close', () => void open())
        return
      } catch {
        ear?.destroy()
        await pause(AGAIN_MS)
      }
    }
  }

  await open()
  return {
    close() {
      closing.abort()
      ear?.destroy()
    },
  }
}
