import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import {
  connect,
  isDatabaseDown,
  type Sql,
  breakConnections,
} from '#server/platform/db/database.ts'
import { hostsOf } from '#server/platform/db/driver/hosts.ts'
import { listen } from '#server/platform/db/driver/listen.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

const nameOf = ({ settings }: TestDatabase) => ('database' in settings ? settings.database : '')

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await testDatabase('template0', { max: 2 })
  sql = database.sql
  await sql`create table kept (id integer primary key, what jsonb)`
})
afterAll(() => database.drop())

describe('values', () => {
  it('are returned as they were sent', async () => {
    const at = new Date('2026-11-29T10:00:00.123Z')
    const bytes = Buffer.from([0, 1, 255])
    const texts = ['a', 'b "c" \\ {d},', '', 'NULL']
    const [row] = await sql`
      select ${true} as yes, ${at} as at, ${bytes} as bytes, ${sql.json({ a: ['b'] })} as json,
        ${texts}::text[] as words, ${[
          [1, 2],
          [3, 4],
        ]}::integer[] as pairs, ${[]}::text[] as none,
        ${null}::text as nothing, 2::bigint ^ 40 as power, ${12}::bigint as id, 1.50::numeric as exact,
        ${[1, 2]}::bigint[] as ids, '2026-11-29'::date as day, ${'a'} as text,
        array[${at}, null] as times, array['{"a":1}'::jsonb] as objects, ${bytes} as again`
    expect(row).toEqual({
      yes: true,
      at,
      bytes,
      json: { a: ['b'] },
      words: texts,
      pairs: [
        [1, 2],
        [3, 4],
      ],
      none: [],
      nothing: null,
      power: 2 ** 40,
      id: 12,
      exact: '1.50',
      ids: [1, 2],
      day: new Date('2026-11-29T00:00:00Z'),
      text: 'a',
      times: [at, null],
      objects: [{ a: 1 }],
      again: bytes,
    })
  })

  it('are returned with the number of changed rows', async () => {
    expect((await sql`insert into kept ${sql([{ id: 1 }, { id: 2 }])}`).count).toBe(2)
    expect((await sql.unsafe('select 1; select 2 as two')).at(0)).toEqual({ two: 2 })
    expect((await sql`delete from kept`).count).toBe(2)
  })
})

describe('a transaction', () => {
  const ids = async () => (await sql`select id from kept order by id`).map(({ id }) => id as number)

  it('commits its writes and returns all results', async () => {
    const results = await sql.begin((sql) => [
      sql`insert into kept ${sql({ id: 1 })} returning id`,
      sql`select count(*)::integer as count from kept`,
    ])
    expect(results.map(([row]) => row)).toEqual([{ id: 1 }, { count: 1 }])
    await sql`delete from kept`
  })

  it('is rolled back after a failed statement, even if the error was caught', async () => {
    const caught = sql.begin(async (sql) => {
      await sql`insert into kept ${sql({ id: 1 })}`
      await sql`select 1 / 0`.catch(() => {})
    })
    await expect(caught).rejects.toThrow('division by zero')
    const thrown = sql.begin(async (sql) => {
      await sql`insert into kept ${sql({ id: 1 })}`
      throw new Error('of its own')
    })
    await expect(thrown).rejects.toThrow('of its own')
    // The first is the reason, and not what PostgreSQL says of all that follows.
    const followed = sql.begin(async (sql) => {
      await sql`select 1 / 0`.catch(() => {})
      await sql`select 1`
    })
    await expect(followed).rejects.toThrow('division by zero')
    expect(await ids()).toEqual([])
  })

  it('continues after a savepoint that was rolled back', async () => {
    await sql.begin(async (sql) => {
      await sql`insert into kept ${sql({ id: 1 })}`
      const failed = sql.savepoint(async (sql) => {
        await sql`insert into kept ${sql({ id: 2 })}`
        await sql.savepoint((sql) => sql`insert into kept ${sql({ id: 2 })}`)
      })
      await expect(failed).rejects.toThrow('duplicate key')
      await sql.savepoint((sql) => sql`insert into kept ${sql({ id: 3 })}`)
    })
    expect(await ids()).toEqual([1, 3])
    await sql`delete from kept`
  })

  it('sends several statements without waiting for responses', async () => {
    const started = performance.now()
    await sql.begin((sql) => Array.from({ length: 200 }, (_, at) => sql`select ${at}::integer`))
    expect(performance.now() - started).toBeLessThan(2000)
    await expect(sql.begin('read only', (sql) => sql`delete from kept`)).rejects.toThrow(
      'read-only',
    )
  })

  it('discards its connection if the rollback fails', async () => {
    const failed = sql.begin(async (sql) => {
      const [row] = await sql`select pg_backend_pid() as pid`
      await database.sql`select pg_terminate_backend(${row?.['pid']})`
      await sql`select 1`
    })
    await expect(failed).rejects.toSatisfy(isDatabaseDown)
    expect(await Promise.all([1, 2, 3].map(() => sql`select 1 as one`))).toEqual(
      [1, 2, 3].map(() => [{ one: 1 }]),
    )
  })
})

describe('connections', () => {
  it('prepare a statement again under a new name after a table has changed', async () => {
    const ownPool = connect(database.settings, { max: 1 })
    const insert = () => ownPool`insert into kept ${ownPool({ id: 7, what: { a: 1 } })} returning *`
    await insert()
    await ownPool`delete from kept`
    await ownPool`alter table kept add column more integer`
    expect(await insert()).toEqual([{ id: 7, what: { a: 1 }, more: null }])
    await ownPool`delete from kept`
    await ownPool.unsafe('deallocate all')
    expect(await insert()).toHaveLength(1)
    await ownPool`delete from kept`
    await ownPool.end()
  })

  it('are closed after the idle time, and at the end after running queries', async () => {
    const ownPool = connect(database.settings, { max: 3, idleSeconds: 0.05, name: 'idle ones' })
    await Promise.all([1, 2, 3].map(() => ownPool`select pg_sleep(0.05)`))
    const open = async () =>
      (await sql`select from pg_stat_activity where application_name = 'idle ones'`).count
    await expect.poll(open).toBe(0)
    const lastQuery = ownPool`select pg_sleep(0.2)`.then(() => 'answered')
    const ended = ownPool.end()
    await expect(ownPool`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
    await ended
    expect(await lastQuery).toBe('answered')
  })

  it('are destroyed if running queries do not end within the timeout', async () => {
    const ownPool = connect(database.settings, { max: 1 })
    const first = ownPool`select pg_sleep(60)`.catch((error: unknown) => error)
    const waiting = ownPool`select 1`.catch((error: unknown) => error)
    await ownPool.end({ timeout: 0.2 })
    expect(await first).toSatisfy(isDatabaseDown)
    expect(await waiting).toSatisfy(isDatabaseDown)
  })

  it('stay reserved with their session until they are released', async () => {
    const ownPool = await sql.reserve()
    const [row] = await ownPool`select pg_backend_pid() as pid`
    expect(row?.['pid']).toBe(ownPool.pid)
    await ownPool`create temp table here (id integer)`
    expect((await ownPool`select from here`).count).toBe(0)
    ownPool.release()
  })
})

it('listens again after its connection was lost', async () => {
  const notices: string[] = []
  const listener = await listen(sql, 'word', (notice) => notices.push(notice))
  await sql`select pg_notify('word', 'one')`
  await expect.poll(() => notices).toEqual(['one'])
  breakConnections(sql)
  await expect
    .poll(async () => {
      await sql`select pg_notify('word', 'two')`.catch(() => {})
      return notices.at(-1)
    })
    .toBe('two')
  listener.close()
})

describe('an address', () => {
  it('that requires a writable server does not accept a read-only one', async () => {
    const readOnly = await testDatabase('template0', { max: 1 })
    await readOnly.sql`alter database ${readOnly.sql(nameOf(readOnly))} set default_transaction_read_only = on`
    const { host, user, port } = inject('postgres')
    const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${nameOf(readOnly)}`
    const reads = connect({ url }, { max: 1 })
    expect(await reads`select 1 as one`).toEqual([{ one: 1 }])
    const writes = connect({ url: `${url}?target_session_attrs=read-write` }, { max: 1 })
    await expect(writes`select 1`).rejects.toSatisfy(isDatabaseDown)
    await Promise.all([reads.end(), writes.end({ timeout: 0 })])
    await readOnly.drop()
  })

  const options = { connectMs: 1, pipelined: true, parameters: { application_name: 'shop' } }
  const parse = (url: string) => hostsOf({ url }, options)

  it('contains hosts, a login and session settings', () => {
    expect(
      parse(
        'postgres://me:p%40ss@a:1,[::1]:2,c/shop?target_session_attrs=primary&search_path=x&sslmode=verify-full',
      ),
    ).toMatchObject({
      mustBeWritable: true,
      hosts: [
        ['a', 1],
        ['::1', 2],
        ['c', 5432],
      ].map(([host, port]) => ({
        host,
        port,
        user: 'me',
        password: 'p@ss',
        database: 'shop',
        ssl: { rejectUnauthorized: true },
        parameters: { application_name: 'shop', search_path: 'x' },
      })),
    })
    expect(parse('postgres://shop:shop@shop/shop').hosts).toMatchObject([
      { host: 'shop', user: 'shop', password: 'shop', database: 'shop' },
    ])
    expect(parse('postgres://me@%2Fvar%2Frun/shop')).toMatchObject({
      mustBeWritable: false,
      hosts: [{ host: '/var/run', user: 'me', password: undefined }],
    })
  })

  it.each([
    ['', [false]],
    ['?sslmode=disable', [false]],
    ['?sslmode=require', [{ rejectUnauthorized: false }]],
    ['?sslmode=prefer', [{ rejectUnauthorized: false }, false]],
    ['?ssl=true', [{ rejectUnauthorized: true }]],
  ])('%s decides about TLS', (query, tlsModes) => {
    expect(parse(`postgres://me@a/shop${query}`).hosts.map(({ ssl }) => ssl)).toEqual(tlsModes)
  })
})
