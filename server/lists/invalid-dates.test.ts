import { afterAll, beforeAll, expect, it } from 'vitest'

import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop, 'owner')
  await owner.signIn()
})
afterAll(() => shop.stop())

type Schema = { format?: string; anyOf?: Schema[]; pattern?: string }
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** What could be a day, in whichever of its forms. */
const acceptsDate = ({ format, anyOf = [] }: Schema): boolean =>
  format === 'date' || format === 'date-time' || anyOf.some(acceptsDate)

it('refuses a date that does not exist, in every list with a date filter (C39)', async () => {
  const { paths } = await jsonOf<{ paths: Record<string, { get?: { parameters?: Parameter[] } }> }>(
    await owner.request('GET', '/backoffice/openapi.json'),
  )
  const lists = Object.entries(paths).flatMap(([path, { get }]) => {
    const dateParameters = (get?.parameters ?? []).filter(
      (parameter) => parameter.in === 'query' && acceptsDate(parameter.schema),
    )
    return dateParameters.length === 0 ? [] : [{ path, days: dateParameters }]
  })
  expect(lists.length).toBeGreaterThan(5)
  for (const day of ['0000-01-01', '0999-12-31', '2027-02-29']) {
    for (const { path, days: dateParameters } of lists) {
      const address = path.replaceAll(/\{\w+\}/g, '1')
      const query = new URLSearchParams(
        Object.fromEntries(dateParameters.map(({ name }) => [name, day])),
      )
      const answer = await owner.request('GET', `${address}?${query.toString()}`)
      expect([path, day, answer.status]).toEqual([path, day, 400])
    }
  }
})

it('refuses an invalid date in a write, and a date too far in the future (C39)', async () => {
  const release = await jsonOf<{ id: string }>(
    await owner.request('POST', '/backoffice/api/releases', { name: 'Never' }),
  )
  const answers = await Promise.all(
    (
      [
        [`releases/${release.id}/publish`, { version: 1, from: '0000-01-01T00:00' }],
        [
          'batches',
          { channel: '1014', points: 5, count: 1, valid_from: '0000-01-01', note: 'Never' },
        ],
        ['campaigns', { employer: '1', channel: '1014', name: 'Never', opens: '0000-01-01' }],
        ['previews', { channel: '1014', date: '0000-01-01T00:00:00Z' }],
        ['batches/1/mails', { version: 1, at: '0000-01-01T00:00' }],
        ['inbox/1/snooze', { day: '0000-01-01' }],
        ['inbox/1/snooze', { day: '9999-12-31' }],
      ] as const
    ).map(([path, input]) => owner.request('POST', `/backoffice/api/${path}`, input)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
})
