import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { KNOWN_ACTIONS } from '#backoffice/kit/audit/action-texts.ts'
import { AUDIT_FIELDS } from '#backoffice/kit/audit/audit-fields.ts'

const filesOfServer = () =>
  execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !file.endsWith('.test.ts') &&
        !file.includes('/texts/') &&
        !file.includes('/testing/'),
    )

/** The actions that the server writes out in `action: '…'`, also either of two in a condition. */
const actionsOfServer = () =>
  filesOfServer().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('action: '))
      .flatMap((line) => line.split("'").filter((_, index) => index % 2 === 1))
      .filter((text) => /^[a-z-]+\.[a-z-]+$/.test(text)),
  )

/** The names of fields that the server writes out in `before: { … }` and `after: { … }`. */
function fieldsOfServer(): string[] {
  return filesOfServer().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:before|after): \{([^{}]*)\}/g)].flatMap(
      ([, fields = '']) =>
        fields.split(',').flatMap((field) => /^\s*([a-z_]+)\s*(?::|$)/.exec(field)?.[1] ?? []),
    ),
  )
}

it('has a label for each field that the server writes to the audit (SAFE-16, C9)', () => {
  // What the settings of a channel write is not written out there.
  const settings = ['time_zone', 'retention_months', 'credit_first', 'undeliverable_parcel']
  const all = [...new Set([...fieldsOfServer(), ...settings])]
  expect(all).toEqual(expect.arrayContaining(['granted', 'available', 'old_secret_until']))
  expect(all.filter((name) => !(name in AUDIT_FIELDS))).toEqual([])
})

it('has a text for each action that the server writes to the audit (SAFE-16)', () => {
  const all = [...new Set(actionsOfServer())]
  expect(all).toEqual(expect.arrayContaining(['batch.created', 'recovery-codes.created']))
  expect(all.filter((name) => !KNOWN_ACTIONS.includes(name))).toEqual([])
})
