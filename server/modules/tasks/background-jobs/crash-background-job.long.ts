import { expect, it } from 'vitest'

import { resumeLostJobs } from '#server/modules/tasks/background-jobs/background-job.jobs.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testShop } from '#server/testing/test-shop.ts'

const LINES = 100_000

it(
  'continues after the process was killed without writing a line twice (DESK-13)',
  { timeout: 120_000 },
  async () => {
    const shop = await testShop()
    const place = await createShopStarter()
    const door = await postgresProxy()
    try {
      const owner = await staffClient(shop)
      await owner.signIn()
      await shop.sql`
        insert into audit (at, actor, staff_id, action, subject_kind, subject_id)
        select now(), 'staff', ${owner.staffId}, 'staff.changed', 'many', n::text
        from generate_series(1, ${LINES}) n`
      const name = 'database' in shop.database.settings ? shop.database.settings.database : ''
      const killed = place.start('start.mjs', { environment: { DATABASE_URL: door.urlOf(name) } })
      await killed.opened
      const begun = await owner.request('POST', '/backoffice/api/audit/exports', {
        subject_kind: 'many',
      })
      const { id } = await jsonOf<{ id: string }>(begun)
      const look = async () =>
        jsonOf<{ state: string; done: number }>(
          await owner.request('GET', `/backoffice/api/background-jobs/${id}`),
        )
      await expect
        .poll(async () => (await look()).done, { timeout: 30_000, interval: 5 })
        .toBeGreaterThan(0)
      killed.signal('SIGKILL')
      await killed.ended
      expect((await look()).state).toBe('working')

      // Its connection may still execute the last statement for a moment.
      const resumed = async () => {
        shop.clock.advance(20_000)
        await resumeLostJobs(shop.shop)
        await shop.shop.jobs.drain()
        return look()
      }
      await expect
        .poll(resumed, { timeout: 30_000 })
        .toMatchObject({ state: 'done', done: LINES, total: LINES })
      const file = await owner.request('GET', `/backoffice/api/background-jobs/${id}/file`)
      const lines = (await file.text()).split('\r\n').slice(1, -1)
      expect([lines.length, new Set(lines).size]).toEqual([LINES, LINES])
    } finally {
      await place.close()
      door.close()
      await shop.stop()
    }
  },
)
