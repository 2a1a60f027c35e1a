import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { employerRoleProblem } from '#server/modules/employers/employer-statistics-view.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { excessRights, currentRole } from '#server/platform/db/serving-role.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
let door: Awaited<ReturnType<typeof postgresProxy>>
let name: string
beforeAll(async () => {
  database = await testDatabase('template0')
  door = await postgresProxy()
  name = 'database' in database.settings ? database.settings.database : ''
})
afterAll(async () => {
  door.close()
  await database.drop()
})

const at = (role: string, port = door.port, its = name) =>
  `postgres://${role}:secret@127.0.0.1:${port}/${its}`

async function open(environment: Record<string, string>) {
  const said: string[] = []
  const opening = openDatabase(readConfig(environment), (line) => void said.push(line))
  return { said, opening }
}

describe('a start (SAFE-18, B2)', () => {
  it('waits for a database that comes later, and says for what', { timeout: 30_000 }, async () => {
    const later = net.createServer()
    await new Promise<void>((done) => later.listen(0, '127.0.0.1', done))
    const address = later.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await new Promise((done) => later.close(done))

    const said: string[] = []
    let told = () => {}
    const waits = new Promise<void>((done) => (told = done))
    const opening = openDatabase(readConfig({ DATABASE_URL: at('giftpoint', port) }), (line) => {
      said.push(line)
      told()
    })
    await waits
    expect(said).toEqual([
      `Waiting up to 60 seconds for the database of DATABASE_URL (127.0.0.1:${port}: ECONNREFUSED) …`,
    ])
    const { host, port: own } = inject('postgres')
    const server = net.createServer((near) => {
      const far = net.connect(`${host}/.s.PGSQL.${own}`)
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    const opened = await opening
    expect(await opened.sql`select 1 as one`).toEqual([{ one: 1 }])
    await opened.close()
    server.close()
    expect(said).toHaveLength(1)
  })

  it('fails at once for an unknown user or database', async () => {
    for (const url of [at('nobody_here'), at('giftpoint', door.port, 'no_such_database')]) {
      const { said, opening } = await open({ DATABASE_URL: url })
      await expect(opening).rejects.toThrow(/cannot be used \((28000|3D000)\): check its host/)
      expect(said).toEqual([])
    }
  })

  it('does not call a timeout a wrong password', { timeout: 30_000 }, async () => {
    const silent = net.createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { opening } = await open({
      DATABASE_URL: at('giftpoint', port),
      DATABASE_START_SECONDS: '0',
      DATABASE_TIMEOUT_MS: '500',
    })
    const error = await opening.catch(String)
    expect(error).toMatch(/did not answer within 0 seconds \(127\.0\.0\.1:\d+: CONNECT_TIMEOUT\)/)
    expect(error).not.toContain('password')
    expect(error).not.toContain('secret')
    silent.close()
  })
})

describe('a role for the shop and one for its tables (SAFE-11, S12)', () => {
  it(
    'migrates as the owner, serves as the other, and grants it what it needs',
    { timeout: 60_000 },
    async () => {
      const { sql } = database
      const owner = `owner_${name}`
      const serving = `shop_${name}`
      await sql.unsafe(`create role ${owner} login; create role ${serving} login`)
      await sql.unsafe(`alter database ${name} owner to ${owner}`)
      await sql.unsafe(`grant giftpoint_employer to ${owner} with admin option`)
      const config = readConfig({ DATABASE_URL: at(serving), DATABASE_OWNER_URL: at(owner) })
      const opened = await openDatabase(config, () => {})

      const alone = await openDatabase(readConfig({ DATABASE_URL: at(serving) }), () => {})
      await expect(alone.asOwner((its) => prepareTables(its, () => {}, alone.sql))).rejects.toThrow(
        /may not change them \(42501\): run npm run shop -- migrate with DATABASE_OWNER_URL/,
      )

      await opened.asOwner((its) => prepareTables(its, () => {}, opened.sql))
      await alone.asOwner((its) => prepareTables(its, () => {}, alone.sql))
      expect(
        await alone.sql`
        select tableowner::text as owner, count(*) > 100 as many from pg_tables
        where schemaname = 'public' group by 1`,
      ).toEqual([{ owner, many: true }])
      await alone.sql`insert into change_event (topic, subject) values ('channel', '2')`
      await expect(alone.sql`create table loot (id integer)`).rejects.toThrow('permission denied')
      expect(
        await alone.sql.begin(async (sql) => {
          await sql`set local role giftpoint_employer`
          return sql`select current_user::text as who`
        }),
      ).toEqual([{ who: 'giftpoint_employer' }])
      // (SAFE-18, B8)
      expect(await employerRoleProblem(alone.sql)).toBe(undefined)
      await sql.unsafe(`revoke giftpoint_employer from ${serving} granted by ${owner}`)
      expect(await employerRoleProblem(alone.sql)).toMatch(
        new RegExp(`Employers see no figures .* grant giftpoint_employer to ${serving}; and then`),
      )
      await Promise.all([opened.close(), alone.close()])
      await sql.unsafe(`drop owned by ${serving}; drop role ${serving}`)
      await sql.unsafe(
        `reassign owned by ${owner} to giftpoint; drop owned by ${owner}; drop role ${owner}`,
      )
    },
  )

  it(
    'upgrades an embedded database that knew only its superuser',
    { timeout: 120_000 },
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'earlier-'))
      const config = readConfig({ GIFTPOINT_DATA: folder })
      const earlier = await openDatabase(config, () => {})
      await earlier.asOwner(async (owner) => {
        await prepareTables(owner, () => {})
        await owner`drop owned by giftpoint_shop`
        await owner`drop role giftpoint_shop`
      })
      await earlier.close()

      const opened = await openDatabase(config, () => {})
      await opened.asOwner((owner) => prepareTables(owner, () => {}, opened.sql))
      expect(await currentRole(opened.sql)).toBe('giftpoint_shop')
      expect(await excessRights(opened.sql)).toEqual([])
      await opened.sql`insert into change_event (topic, subject) values ('channel', '2')`
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  )

  it('refuses an owner’s address of another database, and one without DATABASE_URL', async () => {
    const other = await testDatabase('template0', { max: 1 })
    const its = 'database' in other.settings ? other.settings.database : ''
    const config = readConfig({
      DATABASE_URL: at('giftpoint'),
      DATABASE_OWNER_URL: at('giftpoint', door.port, its),
    })
    const opened = await openDatabase(config, () => {})
    await expect(opened.asOwner(async () => {})).rejects.toThrow('lead to different databases')
    await opened.close()
    await other.drop()
    expect(() => readConfig({ DATABASE_OWNER_URL: at('giftpoint') })).toThrow(
      'without DATABASE_URL',
    )
  })
})
