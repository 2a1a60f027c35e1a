import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { AUDIT_FIELDS } from '#backoffice/kit/audit/audit-fields.ts'

/** The names of fields that the server writes out in `before: { … }` and `after: { … }`. */
function fieldsOfServer(): string[] {
  const files = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/texts/'),
    )
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:before|after): \{([^{}]*)\}/g)].flatMap(
      ([, fields = '']) =>
        fields.split(',').flatMap((field) => /^\s*([a-z_]+)\s*(?::|$)/.exec(field)?.[1] ?? []),
    ),
  )
}

it('has a word for each field that the server writes to the audit (SAFE-16, C9)', () => {
  // What the settings of a channel write is not written out there.
  const settings = ['time_zone', 'retention_months', 'credit_first', 'undeliverable_parcel']
  const all = [...new Set([...fieldsOfServer(), ...settings])]
  expect(all).toEqual(expect.arrayContaining(['granted', 'available', 'old_secret_until']))
  expect(all.filter((name) => !(name in AUDIT_FIELDS))).toEqual([])
})
