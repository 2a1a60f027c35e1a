import { expect, it } from 'vitest'

import { isPeppolId } from '#domain/employers/peppol-id.ts'

it.each([
  '0106:12345678',
  '0190:00000001234567890123'.slice(0, 25),
  '0208:0123456789',
  '9930:DE123456789',
  '9944:nl123456789b01',
  '0204:991-12345-67',
  '0088:8712345678906',
  '0192:987654321',
])('accepts the Peppol ID %s (SAFE-16)', (id) => {
  expect(isPeppolId(id)).toBe(true)
})

it.each([
  'onzin',
  '',
  '0106',
  '0106:',
  '0106:1234567',
  '0106:123456789',
  '106:12345678',
  '0208:9123456789',
  '9944:NL123456789',
  '0192:98 76',
  '0192:-1',
])('refuses %j as a Peppol ID (SAFE-16)', (id) => {
  expect(isPeppolId(id)).toBe(false)
})
