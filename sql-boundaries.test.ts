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

it('keeps SQL out of route files (B46)', () => {
  const routes = files.filter(
    (file) => /^server\/modules\/.*routes[^/]*\.ts$/.test(file) && !/\.(test|long)\.ts$/.test(file),
  )
  expect(routes.length).toBeGreaterThan(50)
  const found = routes
    .map((file) => [file, templatesIn(text(file))] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(found)).toEqual({})
})

it('counts templates with and without a type, and parts of statements', () => {
  const source =
    'await asker.sql<{ id: number }[]>`select ${own ? sql`id` : sql`name`} from voucher`'
  expect(templatesIn(source)).toBe(3)
})

it('lets no query import from a route file', () => {
  const wrong = files
    .filter((file) => /^server\/modules\/.*\.sql\.ts$/.test(file))
    .filter((file) => /from '[^']*routes\.ts'/.test(text(file)))
    .map((file) => path.basename(file))
  expect(wrong).toEqual([])
})
