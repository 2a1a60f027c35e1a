import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const text = (file: string) => readFileSync(file, 'utf8')

const templatesIn = (source: string) => source.match(/\bsql(?:<[^`]*>)?`/g)?.length ?? 0

it('route files contain no SQL (B46)', () => {
  const routes = files.filter(
    (file) => /^server\/modules\/.*routes[^/]*\.ts$/.test(file) && !/\.(test|long)\.ts$/.test(file),
  )
  expect(routes.length).toBeGreaterThan(50)
  const routesWithSql = routes
    .map((file) => [file, templatesIn(text(file))] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(routesWithSql)).toEqual({})
})

it('counts templates with and without a type, and parts of statements', () => {
  const source =
    'await caller.sql<{ id: number }[]>`select ${own ? sql`id` : sql`name`} from voucher`'
  expect(templatesIn(source)).toBe(3)
})

it('no query imports a route file', () => {
  const violations = files
    .filter((file) => /^server\/modules\/.*\.sql\.ts$/.test(file))
    .filter((file) => /from '[^']*routes\.ts'/.test(text(file)))
    .map((file) => path.basename(file))
  expect(violations).toEqual([])
})

/** The module of each file of SQL functions, by the file's name; the others belong to the platform. */
const MODULE_OF_FUNCTIONS: Readonly<Record<string, string>> = {
  account: 'sessions',
  approvals: 'approvals',
  audit: 'audit',
  cart: 'cart',
  catalog: 'catalog',
  credits: 'refunds',
  digital: 'fulfilment',
  expiry: 'vouchers',
  ledger: 'vouchers',
  mail: 'mail',
  months: 'finance',
  order: 'orders',
  'order-number': 'orders',
  parcels: 'fulfilment',
  privacy: 'privacy',
  'refunds-and-payments': 'payments',
  releases: 'content',
  staff: 'staff',
  stock: 'inventory',
  support: 'support',
  tasks: 'tasks',
  voucher: 'vouchers',
  'voucher-timeline': 'sessions',
  webhooks: 'webhooks',
}

const WRITE =
  /\b(?:insert into|delete from|merge into|update(?= (?:only )?[a-z_]+(?: (?:as )?[a-z_]+)? set\b)) (?:only )?([a-z_]+)/g

const writtenIn = (source: string) =>
  [...source.replace(/\s+/g, ' ').matchAll(WRITE)].map(([, table = '']) => table)

/** Owners of tables as the READMEs name them: a folder for each table. */
function tableOwners() {
  const readmes = files.filter((file) => /^server\/.*README\.md$/.test(file))
  return new Map(
    readmes.flatMap((file) => {
      const list = /^\*\*Tables:\*\*[^]*?\n\n/m.exec(text(file))?.[0] ?? ''
      return [...list.matchAll(/`([a-z_]+)`/g)].map(
        ([, table = '']) => [table, path.dirname(file)] as const,
      )
    }),
  )
}

/** The folder that a file writes for. */
function writerOf(file: string) {
  const functions = /^server\/platform\/db\/functions\/([\w-]+)\.sql$/.exec(file)?.[1]
  const module = functions && MODULE_OF_FUNCTIONS[functions]
  return module ? `server/modules/${module}/` : file
}

/** Tables of no module are written outside of the modules. */
const mayWrite = (writer: string, owner: string) =>
  owner.startsWith('server/modules/')
    ? writer.startsWith(`${owner}/`)
    : !writer.startsWith('server/modules/')

it('each table is written only by the module that owns it', () => {
  const owners = tableOwners()
  expect(owners.size).toBeGreaterThan(100)
  const writers = files.filter(
    (file) =>
      /^server\/.*\.(tsx?|sql)$/.test(file) &&
      !/\.(test|long)\.tsx?$|^server\/(testing|platform\/db\/(schema|migrations))\//.test(file),
  )
  const violations = writers.flatMap((file) => {
    const tables = [...new Set(writtenIn(text(file)))].filter((table) => {
      const owner = owners.get(table)
      return owner !== undefined && !mayWrite(writerOf(file), owner)
    })
    return tables.length === 0 ? [] : [[file, tables.toSorted()] as const]
  })
  expect(Object.fromEntries(violations)).toEqual({})
})

it('finds inserts, updates and deletes, but no locks', () => {
  const source = `insert into mail (id) values (1); update cart set state = 'open'; update orders as o
    set state = 'placed'; delete from session where id = 1; select from voucher for update skip locked;
    on conflict do update set name = 'x'`
  expect(writtenIn(source)).toEqual(['mail', 'cart', 'orders', 'session'])
})
