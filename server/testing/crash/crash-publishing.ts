import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { headerText, releaseClient } from '#server/testing/clients/release-client.ts'
import { type StartedShop, createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { waitForIdleDatabase } from '#server/testing/database/wait-for-idle-database.ts'
import { testDatabase } from '#server/testing/test-database.ts'

const CHANNELS = Array.from({ length: 120 }, (_, at) => String(9001 + at))
const KINDS = ['copy', 'publish', 'undo'] as const
type Kind = (typeof KINDS)[number]

/**
 * Kills a shop process at random moments while it copies to many channels, publishes or undoes. After each kill the
 * database contains the complete change or nothing, including the audit entry. Then the action runs to its end.
 */
export async function crashWhilePublishing({ kills, seed }: { kills: number; seed: number }) {
  const random = numbersFrom(seed)
  const place = await createShopStarter()
  const proxy = await postgresProxy()
  const database = await testDatabase('template_world', { max: 2 })
  const { sql } = database
  const name = 'database' in database.settings ? database.settings.database : ''
  const outcomes: { kind: Kind; state: 'all' | 'nothing' }[] = []
  try {
    await sql`
      insert into channel (id, name) select id, 'Channel ' || id from unnest(${CHANNELS}::text[]) id`
    const target = { sql, url: '' }
    const start = async (): Promise<StartedShop> => {
      const started = place.start('start.mjs', { environment: { DATABASE_URL: proxy.urlOf(name) } })
      target.url = await started.opened
      return started
    }
    let shop = await start()
    const backoffice = await releaseClient(target)

    /** The stored rows after each action, as counts. */
    const stateOf = async (id: string, key: string) => {
      const [row] = await sql<
        {
          changes: number
          texts: number
          versions: number
          copied: number
          published: number
          undone: number
        }[]
      >`
        select (select count(*) from release_change where release_id = ${id}) as changes,
          (select count(*) from content where key = ${key} and value <> '') as texts,
          (select count(*) from content_version where content_version.key ->> 'key' = ${key}) as versions,
          (select count(*) from audit where subject_id = ${id} and after ? 'copied') as copied,
          (select count(*) from audit where subject_id = ${id} and action = 'release.published') as published,
          (select count(*) from audit where subject_id = ${id} and action = 'release.undone') as undone`
      return row
    }
    const all = CHANNELS.length + 1
    const draft = { changes: 1, texts: 0, versions: 0, copied: 0, published: 0, undone: 0 }
    const copied = { ...draft, changes: all, copied: 1 }
    const live = { ...copied, texts: all, versions: all, published: 1 }
    const reverted = { ...live, texts: 0, versions: 2 * all, undone: 1 }
    const steps = {
      copy: { before: draft, after: copied },
      publish: { before: copied, after: live },
      undo: { before: live, after: reverted },
    }

    // Nothing is killed in the first round. It measures how long each action takes on this machine.
    const maxDuration = { copy: 0, publish: 0, undo: 0 }
    for (let round = 0; outcomes.length < kills; round += 1) {
      const key = `killed${round}`
      const id = await backoffice.draft(`Killed ${round}`)
      await backoffice.putChange(id, {
        key: headerText(key),
        base_version: 0,
        after: { value: 'Heel' },
      })
      const actions = {
        copy: () =>
          backoffice.request('POST', `/releases/${id}/copies`, {
            subjects: [`1014 headercomponents nl text ${key}`],
            channels: CHANNELS,
          }),
        publish: () => backoffice.publish(id),
        undo: () => backoffice.request('POST', `/releases/${id}/undo`),
      }
      for (const kind of KINDS) {
        const { before, after } = steps[kind]
        if (round > 0 && outcomes.length < kills) {
          const request = actions[kind]().catch(() => null)
          // Any moment between the request and a time after its answer.
          await pause(random() * maxDuration[kind])
          shop.signal('SIGKILL')
          await Promise.all([request, shop.exited])
          await waitForIdleDatabase(sql)
          const stored = await stateOf(id, key)
          expect([before, after]).toContainEqual(stored)
          const isDone = JSON.stringify(stored) === JSON.stringify(after)
          outcomes.push({ kind, state: isDone ? 'all' : 'nothing' })
          shop = await start()
          if (isDone) continue
        }
        const startedAt = performance.now()
        expect((await actions[kind]()).status).toBe(200)
        // A process is slower just after its start.
        if (round === 0) maxDuration[kind] = START_SLOWDOWN * (performance.now() - startedAt)
        expect(await stateOf(id, key)).toEqual(after)
      }
    }
    return outcomes
  } finally {
    await place.close()
    await database.drop()
    proxy.close()
  }
}

const START_SLOWDOWN = 2.5
