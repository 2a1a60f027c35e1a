import { expect, it } from 'vitest'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  shop,
  customerService,
  request,
  oneUnit,
  proposeCredit,
  bookCredit,
  creditTotals,
  expectConsistentBooks,
  startCreditShop,
} from '#server/testing/samples/credit-shop.ts'

startCreditShop()

/** The points that can be credited without approval, as the form shows them in advance. */
const limitWithoutApproval = async (number: string) =>
  (
    await jsonOf<{ credit_alone: number }>(
      await customerService.request('GET', `/backoffice/api/orders/${number}`),
    )
  ).credit_alone

it('requires approval above the limit, and the approval books the credit (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const { body: proposal } = await proposeCredit(number)
  expect(proposal.needs_approval).toBe(true)
  expect(await limitWithoutApproval(number)).toBe(40)
  const requested = await bookCredit(proposal.id)
  expect(requested.body).toMatchObject({ credit: null, approval: expect.any(String) })
  expect(await creditTotals(number)).toMatchObject({ credits: 0, points: 0 })
  const owner = await staffClient(shop)
  await owner.signIn()
  const approved = await owner.request(
    'POST',
    `/backoffice/api/approvals/${requested.body.approval}/approve`,
    {},
  )
  expect(approved.status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 60 })
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await proposeCredit(number, oneUnit, elsewhere)).status).toBe(404)
  expect((await bookCredit(proposal.id, elsewhere)).status).toBe(404)

  // Repeated small credits count together, and a proposal expires after 30 minutes.
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
  const { body: second } = await proposeCredit(twice.number)
  expect(second.needs_approval).toBe(true)
  expect(await limitWithoutApproval(twice.number)).toBe(10)
  expect((await bookCredit(second.id)).body).toEqual({ credit: null, approval: expect.any(String) })
  shop.clock.advance(31 * 60_000)
  expect((await bookCredit(second.id)).body.error?.code).toBe('proposal-over')
  await expectConsistentBooks()
})

it('ends a request that can no longer be approved, so that approval can be requested again (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const approval = (await bookCredit((await proposeCredit(number)).body.id)).body.approval
  const isWaitingForApproval = async () =>
    (
      await jsonOf<{ waits_for_approval: boolean }>(
        await customerService.request('GET', `/backoffice/api/orders/${number}`),
      )
    ).waits_for_approval
  expect(await isWaitingForApproval()).toBe(true)
  const replacement = await customerService.request(
    'POST',
    `/backoffice/api/orders/${number}/replacements`,
    {
      line: 1,
      quantity: 1,
      left: 1,
      cause: 'sold-out',
    },
  )
  expect(replacement.status).toBe(200)

  // Eight approvals at once end the request once, and nothing is credited.
  const owners = await Promise.all(Array.from({ length: 8 }, () => staffClient(shop)))
  await Promise.all(owners.map((colleague) => colleague.signIn()))
  const answers = await Promise.all(
    owners.map((colleague) =>
      request<object>(colleague, `/approvals/${approval}/approve`, { note: 'Seen' }),
    ),
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
  expect(await isWaitingForApproval()).toBe(false)
  const { items } = await jsonOf<{ items: object[] }>(
    await customerService.request('GET', `/backoffice/api/approvals?whose=asked&ids=${approval}`),
  )
  expect(items).toMatchObject([
    { outcome: 'lapsed', decided_by: null, decided_at: expect.any(String), mine: true, changes },
  ])
  const lines = await shop.sql<{ action: string }[]>`
    select action from audit where subject_id = ${number} and action like 'approval.%' order by id`
  expect(lines.map(({ action }) => action)).toEqual(['approval.requested', 'approval.lapsed'])

  const [owner] = owners
  const repeated = (await bookCredit((await proposeCredit(number)).body.id)).body.approval
  const approved = await owner?.request('POST', `/backoffice/api/approvals/${repeated}/approve`, {})
  expect(approved?.status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ credits: 1, points: 60 })
  await expectConsistentBooks()
})
