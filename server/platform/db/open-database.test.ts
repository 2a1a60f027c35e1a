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
let proxy: Awaited<ReturnType<typeof postgresProxy>>
let name: string
beforeAll(async () => {
  database = await testDatabase('template0')
  proxy = await postgresProxy()
  name = 'database' in database.settings ? database.settings.database : ''
})
afterAll(async () => {
  proxy.close()
  await database.drop()
})

const urlOf = (role: string, port = proxy.port, its = name) =>
  `postgres://${role}:secret@127.0.0.1:${port}/${its}`

async function open(environment: Record<string, string>) {
  const lines: string[] = []
  const opening = openDatabase(readConfig(environment), (line) => void lines.push(line))
  return { said: lines, opening }
}

describe('a start (SAFE-18, B2)', () => {
  it(
    'waits for a database that is not running yet, and names it',
    { timeout: 30_000 },
    async () => {
      const reserved = net.createServer()
      await new Promise<void>((resolve) => reserved.listen(0, '127.0.0.1', resolve))
      const address = reserved.address()
      const port = typeof address === 'object' && address ? address.port : 0
      await new Promise((resolve) => reserved.close(resolve))

      const lines: string[] = []
      let resolveWaiting = () => {}
      const isWaiting = new Promise<void>((resolve) => (resolveWaiting = resolve))
      const opening = openDatabase(
        readConfig({ DATABASE_URL: urlOf('giftpoint', port) }),
        (line) => {
          lines.push(line)
          resolveWaiting()
        },
      )
      await isWaiting
      expect(lines).toEqual([
        `Waiting up to 60 seconds for the database of DATABASE_URL (127.0.0.1:${port}: ECONNREFUSED) …`,
      ])
      const { host, port: databasePort } = inject('postgres')
      const server = net.createServer((client) => {
        const upstream = net.connect(`${host}/.s.PGSQL.${databasePort}`)
        client.pipe(upstream).pipe(client)
        client.on('error', () => upstream.destroy())
        upstream.on('error', () => client.destroy())
      })
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const opened = await opening
      expect(await opened.sql`select 1 as one`).toEqual([{ one: 1 }])
      await opened.close()
      server.close()
      expect(lines).toHaveLength(1)
    },
  )

  it('fails at once for an unknown user or database', async () => {
    for (const url of [urlOf('nobody_here'), urlOf('giftpoint', proxy.port, 'no_such_database')]) {
      const { said: lines, opening } = await open({ DATABASE_URL: url })
      await expect(opening).rejects.toThrow(/cannot be used \((28000|3D000)\): check its host/)
      expect(lines).toEqual([])
    }
  })

  it('does not report a timeout as a wrong password', { timeout: 30_000 }, async () => {
    const silent = net.createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { opening } = await open({
      DATABASE_URL: urlOf('giftpoint', port),
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

describe('separate roles for the shop and the owner of its tables (SAFE-11, S12)', () => {
  it(
    'migrates as the owner, grants the rights of the serving role, and serves with it',
    { timeout: 60_000 },
    async () => {
      const { sql } = database
      const owner = `owner_${name}`
      const serving = `shop_${name}`
      await sql.unsafe(`create role ${owner} login; create role ${serving} login`)
      await sql.unsafe(`alter database ${name} owner to ${owner}`)
      await sql.unsafe(`grant giftpoint_employer to ${owner} with admin option`)
      const config = readConfig({ DATABASE_URL: urlOf(serving), DATABASE_OWNER_URL: urlOf(owner) })
      const opened = await openDatabase(config, () => {})

      const withoutOwner = await openDatabase(
        readConfig({ DATABASE_URL: urlOf(serving) }),
        () => {},
      )
      await expect(
        withoutOwner.asOwner((ownerSql) => prepareTables(ownerSql, () => {}, withoutOwner.sql)),
      ).rejects.toThrow(
        /may not change them \(42501\): run npm run shop -- migrate with DATABASE_OWNER_URL/,
      )

      await opened.asOwner((ownerSql) => prepareTables(ownerSql, () => {}, opened.sql))
      await withoutOwner.asOwner((ownerSql) => prepareTables(ownerSql, () => {}, withoutOwner.sql))
      expect(
        await withoutOwner.sql`
        select tableowner::text as owner, count(*) > 100 as many from pg_tables
        where schemaname = 'public' group by 1`,
      ).toEqual([{ owner, many: true }])
      await withoutOwner.sql`insert into change_event (topic, subject) values ('channel', '2')`
      await expect(withoutOwner.sql`create table loot (id integer)`).rejects.toThrow(
        'permission denied',
      )
      expect(
        await withoutOwner.sql.begin(async (sql) => {
          await sql`set local role giftpoint_employer`
          return sql`select current_user::text as who`
        }),
      ).toEqual([{ who: 'giftpoint_employer' }])
      // (SAFE-18, B8)
      expect(await employerRoleProblem(withoutOwner.sql)).toBe(undefined)
      await sql.unsafe(`revoke giftpoint_employer from ${serving} granted by ${owner}`)
      expect(await employerRoleProblem(withoutOwner.sql)).toMatch(
        new RegExp(`Employers see no figures .* grant giftpoint_employer to ${serving}; and then`),
      )
      await Promise.all([opened.close(), withoutOwner.close()])
      await sql.unsafe(`drop owned by ${serving}; drop role ${serving}`)
      await sql.unsafe(
        `reassign owned by ${owner} to giftpoint; drop owned by ${owner}; drop role ${owner}`,
      )
    },
  )

  it(
    'upgrades an embedded database that has only the superuser',
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

  it('refuses an owner address of another database, and one without DATABASE_URL', async () => {
    const other = await testDatabase('template0', { max: 1 })
    const its = 'database' in other.settings ? other.settings.database : ''
    const config = readConfig({
      DATABASE_URL: urlOf('giftpoint'),
      DATABASE_OWNER_URL: urlOf('giftpoint', proxy.port, its),
    })
    const opened = await openDatabase(config, () => {})
    await expect(opened.asOwner(async () => {})).rejects.toThrow('lead to different databases')
    await opened.close()
    await other.drop()
    expect(() => readConfig({ DATABASE_OWNER_URL: urlOf('giftpoint') })).toThrow(
      'without DATABASE_URL',
    )
  })
})
