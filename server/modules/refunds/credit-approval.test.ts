import { expect, it } from 'vitest'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  shop,
  service,
  request,
  oneUnit,
  proposeCredit,
  bookCredit,
  creditTotals,
  expectConsistentBooks,
  startCreditShop,
} from '#server/testing/samples/credit-shop.ts'

startCreditShop()

/** The limit that the form shows in advance. */
const aloneOn = async (number: string) =>
  (
    await jsonOf<{ credit_alone: number }>(
      await service.ask('GET', `/backoffice/api/orders/${number}`),
    )
  ).credit_alone

it('requires approval above the limit, and the approval books the credit (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const { body: proposal } = await proposeCredit(number)
  expect(proposal.needs_approval).toBe(true)
  expect(await aloneOn(number)).toBe(40)
  const asked = await bookCredit(proposal.id)
  expect(asked.body).toMatchObject({ credit: null, approval: expect.any(String) })
  expect(await creditTotals(number)).toMatchObject({ credits: 0, points: 0 })
  const owner = await staffClient(shop)
  await owner.signIn()
  const yes = await owner.ask(
    'POST',
    `/backoffice/api/approvals/${asked.body.approval}/approve`,
    {},
  )
  expect(yes.status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 60 })
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await proposeCredit(number, oneUnit, elsewhere)).status).toBe(404)
  expect((await bookCredit(proposal.id, elsewhere)).status).toBe(404)

  // Small sums that repeat are a large one, and a proposal lasts as long as a call.
  const small = await shop.gift({ points: 30, inStock: 5 })
  const twice = await sampleOrder(shop, { gifts: [small], quantity: 2 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${twice.number}`
  await submitOrder(shop.shop, twice.number)
  const { body: first } = await proposeCredit(twice.number)
  expect(first.needs_approval).toBe(false)
  expect((await bookCredit(first.id)).body).toEqual({
    credit: `${twice.number}-C1`,
    approval: null,
  })
  const { body: again } = await proposeCredit(twice.number)
  expect(again.needs_approval).toBe(true)
  expect(await aloneOn(twice.number)).toBe(10)
  expect((await bookCredit(again.id)).body).toEqual({ credit: null, approval: expect.any(String) })
  shop.clock.advance(31 * 60_000)
  expect((await bookCredit(again.id)).body.error?.code).toBe('proposal-over')
  await expectConsistentBooks()
})

it('ends a request that can no longer be approved, so that approval can be requested again (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const asked = (await bookCredit((await proposeCredit(number)).body.id)).body.approval
  const waits = async () =>
    (
      await jsonOf<{ waits_for_approval: boolean }>(
        await service.ask('GET', `/backoffice/api/orders/${number}`),
      )
    ).waits_for_approval
  expect(await waits()).toBe(true)
  const fell = await service.ask('POST', `/backoffice/api/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
  })
  expect(fell.status).toBe(200)

  // Eight approvals at once end the request once, and nothing is credited.
  const owners = await Promise.all(Array.from({ length: 8 }, () => staffClient(shop)))
  await Promise.all(owners.map((one) => one.signIn()))
  const answers = await Promise.all(
    owners.map((one) => request<object>(one, `/approvals/${asked}/approve`, { note: 'Seen' })),
  )
  expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([
    [409, 'changed-since'],
    ...Array.from({ length: 7 }, () => [409, 'is-decided']),
  ])
  const changes = [{ what: 'choice 1', before: '', after: 'open' }]
  expect(answers.find(({ body }) => body.error?.code === 'changed-since')?.body).toMatchObject({
    changes,
  })
  expect(await creditTotals(number)).toMatchObject({ credits: 0, points: 0 })
  expect(await waits()).toBe(false)
  const { items } = await jsonOf<{ items: object[] }>(
    await service.ask('GET', `/backoffice/api/approvals?whose=asked&ids=${asked}`),
  )
  expect(items).toMatchObject([
    { outcome: 'lapsed', decided_by: null, decided_at: expect.any(String), mine: true, changes },
  ])
  const lines = await shop.sql<{ action: string }[]>`
    select action from audit where subject_id = ${number} and action like 'approval.%' order by id`
  expect(lines.map(({ action }) => action)).toEqual(['approval.requested', 'approval.lapsed'])

  const [owner] = owners
  const repeated = (await bookCredit((await proposeCredit(number)).body.id)).body.approval
  const yes = await owner?.ask('POST', `/backoffice/api/approvals/${repeated}/approve`, {})
  expect(yes?.status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 60 })
  await expectConsistentBooks()
})
