import { randomBytes } from 'node:crypto'

import type { StaffResponse } from '#contract/client.staff.ts'
import type { HttpAnswer } from '#contract/shared/http-call.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { addStaff } from '#server/modules/staff/accounts/add-staff.ts'
import { retryingFetch } from '#tools/simulation/simulated-visit.ts'

export const STAFF_NAME = 'Simulation'
const EMAIL = 'backoffice@simulation.invalid'

export type SimulatedStaff = {
  /** `whileCreating` runs the shop's jobs, which create a large batch in parts. */
  invite(
    batch: { recipients: object[] } & Record<string, unknown>,
    mails: { per_minute: number; whileCreating: () => Promise<unknown> },
  ): Promise<string>
  /** Assigns all unowned tasks to this staff member. Returns their number. */
  takeOpenTasks(): Promise<number>
}

/** Always the same browser, so that no new-browser warning is sent. */
const BROWSER = `browser=${'c'.repeat(43)}`

type CreatedBatch = StaffResponse<'createBatch'>

/** The simulated staff member, who uses the back office API. */
export async function simulatedStaff(
  sql: Sql,
  url: () => string,
  now: Date,
): Promise<SimulatedStaff> {
  const password = randomBytes(18).toString('base64url')
  await addStaff({ sql, email: EMAIL, name: STAFF_NAME, role: 'owner', password, now })
  const [staff] = await sql<{ id: number }[]>`select id from staff where email = ${EMAIL}`
  let cookie = ''

  /** Signs in again after the session has expired. */
  async function ask<Body>(method: string, path: string, input?: unknown): Promise<Body> {
    const first = await send(method, path, input)
    if (first.status !== 401) return readJson(path, first)
    await send('POST', '/backoffice/api/session', { email: EMAIL, password })
    return readJson(path, await send(method, path, input))
  }

  async function send(method: string, path: string, input?: unknown) {
    const response = await retryingFetch(url)(path, {
      method,
      headers: {
        'x-backoffice': '1',
        cookie: `${cookie}; ${BROWSER}`,
        ...(input === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: JSON.stringify(input) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }

  return {
    async invite(batch, { per_minute, whileCreating }) {
      const created = await ask<CreatedBatch>('POST', '/backoffice/api/batches', batch)
      const { id, version } = created
      let { making } = created
      while (making !== null) {
        await whileCreating()
        making = (await ask<StaffResponse<'batch'>>('GET', `/backoffice/api/batches/${id}`)).making
      }
      // The recipients are saved already, and this call does not accept them.
      const { recipients: _, ...fields } = batch
      const path = `/backoffice/api/batches/${id}`
      const changes = { ...fields, note: '', version, remind_days: 7 }
      const changed = await ask<StaffResponse<'changeBatch'>>('PUT', path, changes)
      await ask('POST', `${path}/mails`, { version: changed.version, per_minute })
      return id
    },

    async takeOpenTasks() {
      // Most days there is nothing to sign in for.
      const [open] =
        await sql`select from task where closed_at is null and owner_id is null limit 1`
      if (!open) return 0
      const { items } = await ask<StaffResponse<'tasks'>>(
        'GET',
        '/backoffice/api/tasks?owner=nobody&limit=100',
      )
      for (const { id } of items)
        await ask('PUT', `/backoffice/api/tasks/${id}/owner`, { staff: String(staff?.id) }).catch(
          () => {},
        )
      return items.length
    },
  }
}

async function readJson<Body>(path: string, response: HttpAnswer): Promise<Body> {
  const text = await response.text()
  if (response.status >= 400)
    throw new Error(`the back office answered ${response.status} to ${path}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Body
}
