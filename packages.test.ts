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
