import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Sql } from '#server/platform/db/database.ts'
import { createMonths } from '#server/platform/db/create-month-partitions.sql.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { excessRights, isMissingGrants } from '#server/platform/db/serving-role.ts'
import { testShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
/** As the shop itself asks. */
let serving: Sql
beforeAll(async () => {
  shop = await testShop()
  serving = shop.shop.sql
  const holder = await shop.holder()
  await shop.sql`
    insert into audit (at, actor, action, subject_kind, subject_id, reason)
    values (now(), 'shop', 'test.made', 'voucher', ${String(holder.voucherId)}, 'a reason')`
})
afterAll(() => shop.stop())

describe('the role that serves the shop (SAFE-11, S12)', () => {
  it('is no superuser and no owner, and is a member only of the employer role and pg_checkpoint', async () => {
    expect(await excessRights(serving)).toEqual([])
    expect(await excessRights(shop.sql)).toEqual(['is a superuser'])
    const [row] = await serving`
      select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        array(select rolname::text from pg_roles other
          where pg_has_role(role.rolname, other.oid, 'member') and other.rolname <> role.rolname order by 1) as member_of
      from pg_roles role where rolname = current_user`
    expect(row).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      // To write a checkpoint once names have been erased.
      member_of: ['giftpoint_employer', 'pg_checkpoint'],
    })
  })

  it.each([
    'create table loot (id integer)',
    'create schema loot',
    'create database loot',
    'create role loot superuser',
    "create function loot() returns integer language sql as 'select 1'",
    'create or replace function stock_step(available integer) returns integer language sql as $$ select 1 $$',
    'create extension dblink',
    'create index on voucher (id)',
    'alter table voucher add column loot text',
    'alter table ledger disable trigger user',
    'alter table audit disable trigger all',
    'alter role giftpoint_shop superuser',
    'alter system set fsync = off',
    'alter sequence order_number restart with 1',
    'drop table voucher cascade',
    'drop trigger audit_append_only on audit',
    'truncate cart cascade',
    'truncate ledger cascade',
    'truncate job',
    "set session_replication_role = 'replica'",
    'set role giftpoint',
    'set session authorization giftpoint',
    "copy voucher to program 'id'",
    "copy sandbox_mail from program 'id'",
    "copy voucher to '/tmp/loot'",
    "select pg_read_file('PG_VERSION')",
    "select lo_import('/etc/passwd')",
    'select rolpassword from pg_authid',
    "insert into migration (name, hash) values ('loot', '')",
    'delete from migration',
    'create policy loot on employer_statistic using (true)',
    'alter default privileges grant select on tables to public; create table loot (id integer)',
  ])('may not: %s', async (statement) => {
    await expect(serving.unsafe(statement)).rejects.toThrow(
      /permission denied|must be owner|must be able to SET ROLE|must be superuser|Only roles with/i,
    )
  })

  it.each([
    'update ledger set points = points + 1',
    'delete from ledger',
    "update audit set action = 'test.changed'",
    'delete from audit',
    "update audit set reason = 'another'",
    "set shop.erasing = 'on'; update audit set action = 'test.changed'",
    "set shop.erasing = 'on'; update ledger set points = 0",
  ])('cannot change ledger and audit: %s', async (statement) => {
    await expect(serving.unsafe(statement)).rejects.toThrow('append-only')
    await serving`reset shop.erasing`
  })

  it('creates the partitions of the next months without the right to create tables', async () => {
    const laterDate = new Date('2031-03-10T12:00:00Z')
    expect(await createMonths(serving, laterDate)).toBe(20)
    expect(await createMonths(serving, laterDate)).toBe(0)
    await serving`insert into mail ${serving([
      {
        id: '6f2b1f7e-2d8b-4d0a-9a30-0d6f3a3f0001',
        template: 'order-credited',
        subject_id: 'x',
        recipient: 'a@example.com',
        language: 'nl',
        month: '2031-03-01',
      },
    ])}`.catch((error: unknown) => expect(String(error)).not.toContain('permission'))
  })

  it('reads only rows of one employer in the employer role, and writes all statistics itself', async () => {
    const employers = await serving.begin(async (sql) => {
      await sql`set local role giftpoint_employer`
      return sql`select current_user::text as who, (select count(*)::integer from employer_statistic) as rows`
    })
    expect(employers[0]).toEqual({ who: 'giftpoint_employer', rows: 0 })
    await expect(
      serving.begin(async (sql) => {
        await sql`set local role giftpoint_employer`
        await sql`select from voucher`
      }),
    ).rejects.toThrow('permission denied')
    expect(await serving`delete from employer_statistic`).toBeTruthy()
  })

  it('gets its grants on later tables, and missing grants are detected', async () => {
    await shop.sql`create table came_later (id integer)`
    expect(await serving`select from came_later`).toHaveLength(0)
    expect(await isMissingGrants(shop.sql, 'giftpoint_shop')).toBe(false)
    await shop.sql`revoke insert on cart from giftpoint_shop`
    expect(await isMissingGrants(shop.sql, 'giftpoint_shop')).toBe(true)
    await prepareTables(shop.sql, () => {}, serving)
    expect(await isMissingGrants(shop.sql, 'giftpoint_shop')).toBe(false)
  })
})
