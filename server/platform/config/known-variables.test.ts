import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { readConfig, VARIABLES } from '#server/platform/config/config.ts'
import { paymentVariableMeanings } from '#server/platform/config/payment-accounts.ts'
import { editDistance } from '#server/platform/config/known-variables.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

describe('an unknown variable', () => {
  it.each([
    ['GIFTPOINT_DMEO', 'GIFTPOINT_DEMO'],
    ['giftpoint_live', 'GIFTPOINT_LIVE'],
    ['GIFTPOINT_SOMETHING_ELSE', ''],
    ['MOLLIE_APIKEY', 'MOLLIE_API_KEY'],
    ['MONTA_USERNAME', 'MONTA_USER'],
    ['POSTCODE_SECRETS', 'POSTCODE_SECRET'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['SMTP_URI', 'SMTP_URL'],
    ['DATABASE_POOL_SIZE', 'DATABASE_POOL'],
    ['STAFF_OPENID_NAMES', 'STAFF_OPENID_NAME'],
    ['CHAT_ORIGN', 'CHAT_ORIGIN'],
    ['SESSION_HOUR', 'SESSION_HOURS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['GIFTPONIT_LIVE', 'GIFTPOINT_LIVE'],
    ['MOLLIEAPIKEY', 'MOLLIE_API_KEY'],
    ['MOLLIE_KEY', 'MOLLIE_API_KEY'],
    ['MOLLIE_KEYY', 'MOLLIE_API_KEY'],
    ['SMTPURL', 'SMTP_URL'],
  ])('is refused with the most similar name: %s (SAFE-13, B6)', (name, nearest) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(
      new RegExp(`^The environment variable ${name} is unknown: did you mean ${nearest}`),
    )
  })

  it.each([
    ['MAIL', '/var/mail/shop'],
    ['HOSTNAME', 'web-1'],
    ['CHATTER', 'x'],
    ['SESSION_MANAGER', 'local/unix:@/tmp/.ICE-unix/1'],
    ['MEMORY_PRESSURE_WATCH', '/sys/fs/cgroup/memory.pressure'],
    ['GIFTPOINT_SERVICE_HOST', '10.0.0.1'],
    ['GIFTPOINT_PORT', 'tcp://10.0.0.1:80'],
    ['DATABASE_PORT_5432_TCP_ADDR', '10.0.0.1'],
    ['GIFTPOINT_DMEO', ''],
    ['PATH', '/usr/bin'],
    ['port', '8080'],
  ])('is ignored if it belongs to another program or is empty: %s (SAFE-13)', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow()
  })
})

it.each([
  ['', '', 0],
  ['demo', 'dmeo', 1],
  ['demo', 'demos', 1],
  ['live', 'love', 1],
  ['', 'abc', 3],
])('counts the edits from %j to %j (SAFE-13)', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits)
  expect(editDistance(to, from)).toBe(edits)
})

/** `npx vitest run server/platform/config/known-variables.test.ts -u` writes the table. */
it('docs/settings.md lists the variables of the payment providers (SAFE-13)', async () => {
  const cells = [...paymentVariableMeanings].map(([name, meaning]) => {
    const value = VARIABLES.get(name)
    return [`\`${name}\``, meaning, value === undefined ? '' : `\`${value as string}\``]
  })
  const rows = [['variable', 'meaning', 'default'], ...cells]
  const widths = [0, 1, 2].map((index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: string[], fill = ' ') =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0, fill)).join(' | ')} |`
  const [head = [], ...others] = rows
  const table = [line(head), line(['', '', ''], '-'), ...others.map((row) => line(row))].join('\n')
  const page = readFileSync(path.join(projectRoot, 'docs/settings.md'), 'utf8')
  await expect(page.replace(/(?<=\n## Payments\n\n)[^#]*(?=\n\n## )/, table)).toMatchFileSnapshot(
    path.join(projectRoot, 'docs/settings.md'),
  )
})

it('docs/settings.md lists exactly the known variables with their defaults (SAFE-13, B6)', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/settings.md'), 'utf8')
  const rows = page.split('\n').flatMap((line) => {
    const [, name = '', meaning = '', value = ''] = line.split('|').map((cell) => cell.trim())
    return name.startsWith('`') ? [{ name: name.replaceAll('`', ''), meaning, value }] : []
  })
  const secrets = ['GIFTPOINT_PEPPER', 'GIFTPOINT_VOUCHER_SALT']
  const expectedDefault = (name: string, value: unknown) => {
    if (secrets.includes(name)) return 'a known one'
    if (value === undefined || value === '') return ''
    return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
  }
  const expected = [...VARIABLES].map(([name, value]) => [name, expectedDefault(name, value)])
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(
    Object.fromEntries(expected),
  )
  expect(rows).toHaveLength(VARIABLES.size)
  for (const { name, meaning } of rows) expect(meaning, name).not.toBe('')
})
