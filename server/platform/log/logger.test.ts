import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
const lines: string[] = []
beforeAll(async () => {
  shop = await testShop({ log: { write: (line) => void lines.push(line) } })
  holder = await shop.holder()
  await holder.done('saveAddress', sampleContact)
})
afterAll(() => shop.stop())

/** A constraint error of the database. Its detail contains the complete row, and `where` the statement. */
async function constraintError(): Promise<Error & { detail?: string; where?: string }> {
  try {
    await shop.sql.unsafe(`
      do $$ begin
        update cart set delivery = '{"kind": "Zilverkade 12"}' where guid = '${holder.cartGuid}';
      end $$`)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('the database took it')
}

it('logs a database error without personal data', async () => {
  const error = await constraintError()
  expect(error.detail).toContain(sampleContact.contact_email)
  expect(error.where).toContain('Zilverkade 12')

  shop.shop.log.error({ err: error }, 'a fault of the database')
  shop.shop.log.error({ err: new Error('a job', { cause: error }) }, 'a fault around it')
  shop.shop.log.error({ err: new AggregateError([error], 'several') }, 'a fault of many')
  const log = lines.join('\n')
  expect(log).toContain('violates check constraint')
  for (const word of ['a fault of the database', 'a fault around it', 'a fault of many']) {
    expect(log).toContain(word)
  }
  for (const word of ['Zilverkade', sampleContact.contact_email, sampleContact.contact_surname]) {
    expect(log).not.toContain(word)
  }
})

it.each(['-', '_', 'a'])('redacts a token with %j at either end', (character) => {
  const tokens = [`${character}${'t'.repeat(42)}`, `${'t'.repeat(42)}${character}`]
  lines.length = 0
  for (const token of tokens) shop.shop.log.error({ err: new Error(`of "${token}"`) }, 'a fault')
  expect(lines).toHaveLength(2)
  for (const token of tokens) expect(lines.join('\n')).not.toContain(token)
})
