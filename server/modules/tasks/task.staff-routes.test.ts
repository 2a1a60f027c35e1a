import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import {
  isSandboxPayments,
  type SandboxPayments,
} from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import {
  type MailPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

let database: TestDatabase
let shop: TestShop
let fulfilment: StaffClient
let service: StaffClient
let warehouse: Error | undefined
let mailbox: Error | undefined
beforeAll(async () => {
  database = await testDatabase('template_world')
  const sandbox = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  const mailer: MailPort = {
    sandbox: true,
    async send() {
      if (mailbox) throw mailbox
    },
  }
  const delivery = {
    ...sandbox,
    async submit(order: Parameters<typeof sandbox.submit>[0]) {
      if (warehouse) throw warehouse
      await sandbox.submit(order)
    },
  }
  shop = await testShop({ database, ports: { delivery, mailer } })
  fulfilment = await staffClient(shop, 'fulfilment')
  service = await staffClient(shop, 'service')
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})
beforeEach(async () => {
  warehouse = undefined
  mailbox = undefined
  await shop.shop.jobs.drain({ includeScheduled: true })
  await Promise.all([fulfilment.signIn(), service.signIn()])
})

type Cause = {
  id: string
  kind: string
  cause: string
  cases: number
  reason: string
  order: string | null
  owner: { name: string } | null
  outcome: string | null
}
type Whole = Cause & {
  shown: string
  resolve: { rows: Record<string, unknown>[]; more: number; cases: number } | null
  payments: { refunds: object[] }[]
  colleagues: { id: string; name: string }[]
}

const list = async (guest: StaffClient, query = '') =>
  (await jsonOf<{ items: Cause[] }>(await guest.request('GET', `/backoffice/api/tasks?${query}`)))
    .items
const kinds = async (guest: StaffClient, query = '') =>
  (await list(guest, query)).map(({ kind }) => kind)
const only = async (guest: StaffClient, kind: string): Promise<Whole> => {
  const [found, ...more] = await list(guest, `kind=${kind}`)
  expect(more).toEqual([])
  if (!found) throw new Error(`nothing of ${kind}`)
  return jsonOf(await guest.request('GET', `/backoffice/api/tasks/${found.id}`))
}
const press = (guest: StaffClient, action: string, { id, shown }: Whole, more = {}) =>
  guest.request('POST', `/backoffice/api/tasks/${id}/${action}`, { shown, ...more })

/** Numbers of new orders whose undo window has ended. */
async function released(quantity = 1) {
  const numbers: string[] = []
  for (let made = 0; made < quantity; made += 1)
    numbers.push((await sampleOrder(shop, { gifts: [TOWEL] })).number)
  shop.clock.advance(31 * 60_000)
  return numbers
}
const retried = (times: number) => shop.sql`
  update job set tries = ${times + 1} where error is not null`

it('creates one task for an outage, previews the retry, and closes the task when the warehouse answers (DESK-33)', async () => {
  warehouse = new ServiceDown('delivery', 'The warehouse did not answer (503)')
  const numbers = await released(3)
  await shop.shop.jobs.drain({ includeScheduled: true })
  await updateWatchedTasks(shop.shop)
  expect(await kinds(fulfilment)).toEqual([])
  await retried(5)
  await Promise.all(Array.from({ length: 8 }, () => updateWatchedTasks(shop.shop)))

  const outage = await only(fulfilment, 'service-silent')
  expect(outage).toMatchObject({ cases: 3, order: null, owner: null })
  expect(outage.reason).toContain('did not answer (503)')
  expect(outage.resolve).toMatchObject({ more: 0, cases: 3 })
  expect(outage.resolve?.rows.map(({ order }) => order).sort()).toEqual(numbers.sort())
  expect(outage.resolve?.rows[0]).toMatchObject({
    what: 'job.submit-to-warehouse',
    before: 'waits',
    after: 'tried-now',
  })
  const counts = await jsonOf(await fulfilment.request('GET', '/backoffice/api/counts'))
  expect(counts).toEqual({ counts: { task: 1, due: 0 } })

  // Only staff who may resolve the task can own it.
  const take = (staff: string) =>
    fulfilment.request('PUT', `/backoffice/api/tasks/${outage.id}/owner`, { staff })
  const editor = await staffClient(shop, 'editor')
  expect((await take(String(editor.staffId))).status).toBe(409)
  expect((await take(String(service.staffId))).status).toBe(200)
  expect((await only(fulfilment, 'service-silent')).owner?.name).toBe('The service')
  expect(await kinds(fulfilment, 'owner=nobody')).toEqual([])
  expect(await jsonOf(await fulfilment.request('GET', '/backoffice/api/counts'))).toEqual({
    counts: { task: 0, due: 0 },
  })

  await shop.sql`update job set start_after = ${new Date(shop.clock.now().getTime() + 3_600_000)} where error is not null`
  expect((await press(fulfilment, 'resolve', outage)).status).toBe(200)
  warehouse = undefined
  await shop.shop.jobs.drain()
  await updateWatchedTasks(shop.shop)
  expect(await kinds(fulfilment)).toEqual([])
  const [sent] = await shop.sql`
    select count(*)::integer as events from order_event where type = 'sent-to-warehouse' and order_number in ${shop.sql(numbers)}`
  expect(sent?.['events']).toBe(3)
  expect(await list(fulfilment, 'state=closed&kind=service-silent')).toMatchObject([
    { cases: 3, outcome: 'gone' },
  ])
})

it('closes the task of a missing supplier when its order is cancelled, and not before (DESK-33)', async () => {
  const { holder, number } = await sampleOrder(shop, { gifts: [TOWEL] })
  await openTaskFor(shop.sql, {
    kind: 'supplier-missing',
    subject: number,
    cause: 'no supplier',
    orderNumber: number,
  })
  const outcome = async () => {
    await updateWatchedTasks(shop.shop)
    const [row] = await shop.sql`
      select outcome from task where kind = 'supplier-missing' and subject = ${number}`
    return row?.['outcome']
  }
  expect(await outcome()).toBeNull()
  await holder.done('cancelOrder', { order_number: number })
  expect(await outcome()).toBe('gone')
})

it('assigns a later case of a task to the staff member who has the others, in their channel (DESK-33)', async () => {
  const waits = (subject: string, channel = '1014') =>
    openTaskFor(shop.sql, {
      kind: 'supplier-silent',
      subject,
      cause: 'no answer at all',
      reason: 'no answer at all',
      channelId: channel,
    })
  await waits('first')
  const cause = await only(fulfilment, 'supplier-silent')
  const [me] = cause.colleagues
  await fulfilment.request('PUT', `/backoffice/api/tasks/${cause.id}/owner`, { staff: me?.id })
  await waits('second')
  await waits('elsewhere', '2')
  const owners = await shop.sql<{ subject: string; owned: boolean; at: boolean }[]>`
    select subject, owner_id = ${me?.id ?? ''}::bigint as owned, owned_at is not null as at from task
    where cause = 'no answer at all' order by id`
  expect([...owners]).toEqual([
    { subject: 'first', owned: true, at: true },
    { subject: 'second', owned: true, at: true },
    { subject: 'elsewhere', owned: null, at: false },
  ])
  await shop.sql`delete from task where cause = 'no answer at all'`
})

it('keeps a failed job as a task until a colleague retries it or closes it with a reason (DESK-33)', async () => {
  warehouse = new ServiceDown('delivery', 'gone')
  await released(2)
  await shop.shop.jobs.drain({ includeScheduled: true })
  await shop.sql`update job set failed_at = now() where error is not null`
  await updateWatchedTasks(shop.shop)
  const givenUp = await only(fulfilment, 'job-failed')
  expect(givenUp.cases).toBe(2)
  expect((await press(fulfilment, 'resolve', { ...givenUp, shown: '0'.repeat(32) })).status).toBe(
    409,
  )
  expect((await press(fulfilment, 'resolve', givenUp)).status).toBe(200)
  await shop.shop.jobs.drain()
  // The job fails again for good, and a new task is created.
  await shop.sql`update job set failed_at = now() + interval '1 second' where error is not null`
  await updateWatchedTasks(shop.shop)
  const again = await only(fulfilment, 'job-failed')
  expect(again.id).not.toBe(givenUp.id)
  expect((await press(fulfilment, 'close', again)).status).toBe(400)
  const closed = await press(fulfilment, 'close', again, { reason: 'Brought by bicycle' })
  expect(closed.status).toBe(200)
  await updateWatchedTasks(shop.shop)
  expect(await kinds(fulfilment)).toEqual([])
  const audit = await shop.sql`
    select action, reason from audit where subject_kind = 'task' order by id desc limit 2`
  expect([...audit]).toEqual([
    { action: 'task.closed', reason: 'Brought by bicycle' },
    { action: 'task.resolved', reason: '' },
  ])
})

it('creates tasks for a refused parcel, a refused mail and a stopped release, and resolves each one (DESK-33)', async () => {
  warehouse = new ServiceRefused('delivery', 'rejected', 'order 17: house number missing')
  mailbox = new ServiceRefused('mail', 'address-refused', '550 no mailbox anna@example.com')
  const [number = ''] = await released()
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect((await kinds(fulfilment)).sort()).toEqual(['mail-refused', 'warehouse-refused'])
  const parcel = await only(fulfilment, 'warehouse-refused')
  expect(parcel).toMatchObject({ order: number, cases: 1 })
  const mail = await only(fulfilment, 'mail-refused')
  expect(mail.reason).toBe('550 no mailbox …@example.com')

  // A second refusal updates the same task.
  await press(fulfilment, 'resolve', parcel)
  await shop.shop.jobs.drain()
  expect(await kinds(fulfilment, 'kind=warehouse-refused')).toEqual(['warehouse-refused'])
  warehouse = undefined
  await press(fulfilment, 'resolve', await only(fulfilment, 'warehouse-refused'))

  // The mail goes to the current address of the order.
  await shop.sql`
    update orders set person = jsonb_set(person, '{email}', '"anna@right.example"') where number = ${number}`
  expect((await only(fulfilment, 'mail-refused')).resolve?.rows[0]?.['after']).toBe(
    'sent-to-new-address',
  )
  mailbox = undefined
  await press(fulfilment, 'resolve', mail)
  await shop.shop.jobs.drain()
  const mails = await shop.sql`
    select recipient, state from mail where split_part(subject_id, ':', 1) = ${number} and template = 'order-confirmation'`
  expect([...mails]).toEqual([{ recipient: 'anna@right.example', state: 'sent' }])
  expect(await kinds(fulfilment)).toEqual([])

  const editor = await staffClient(shop, 'editor')
  await editor.signIn()
  await shop.sql`
    insert into release (name, state, channels, from_at, made_at)
    values ('Christmas', 'scheduled', '{1014}', now(), now())`
  await shop.sql`
    update release set state = 'stopped', from_at = null, notes = '{"stopped": "Changed since."}' where name = 'Christmas'`
  expect(await kinds(fulfilment)).toEqual([])
  const stopped = await only(editor, 'release-stopped')
  expect(stopped.reason).toBe('Changed since.')
  expect((await press(editor, 'resolve', stopped)).status).toBe(200)
  const [release] = await shop.sql`select state from release where name = 'Christmas'`
  expect(release?.['state']).toBe('draft')
  expect(await kinds(editor)).toEqual([])
})

const sandbox = (): SandboxPayments => {
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  return payments
}
async function pollPayments() {
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await shop.shop.jobs.drain()
  // Every session of the back office expires within a day.
  await Promise.all([fulfilment.signIn(), service.signIn()])
}

it('repeats a failed refund once in a race of eight, and closes an accepted chargeback (DESK-33)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 5 })
  const { holder, number, paymentId } = await cardOrder(shop, { gift: vase, points: 2 })
  await holder.done('cancelOrder', { order_number: number })
  await shop.shop.jobs.drain()
  const [made] = await shop.sql<{ provider_id: string }[]>`
    select provider_id from refund join payment on payment.key = payment_key where payment.id = ${paymentId}`
  await sandbox().moveRefund(made?.provider_id ?? '', 'failed')
  await pollPayments()
  expect(await kinds(fulfilment)).toEqual([])
  const failed = await only(service, 'refund-failed')
  expect(failed).toMatchObject({ order: number })
  const flags = async () => {
    const found = await service.request('GET', `/backoffice/api/orders?search=${number}`)
    return (await jsonOf<{ items: { flags: string[] }[] }>(found)).items[0]?.flags
  }
  expect(await flags()).toEqual(['needs-person', 'refund-failed'])
  expect(failed.resolve?.rows).toEqual([
    {
      what: 'refund',
      subject: number,
      order: number,
      cents: 1000,
      before: 'failed',
      after: 'refunded-again',
    },
  ])
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => press(service, 'resolve', failed)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const refunds = await shop.sql`
    select repeats is not null as again from refund join payment on payment.key = payment_key
    where payment.id = ${paymentId} order by refund.created_at`
  expect([...refunds]).toEqual([{ again: false }, { again: true }])
  expect(await kinds(service)).toEqual([])
  expect(await flags()).toEqual([])

  const paid = await cardOrder(shop, { gift: vase, points: 2 })
  await sandbox().chargeBack(paid.paymentId, 1000)
  await pollPayments()
  const taken = await only(service, 'charged-back')
  expect((await press(service, 'resolve', taken)).status).toBe(409)
  expect((await press(service, 'resolve', taken, { note: 'A stolen card' })).status).toBe(200)
  const ends = await shop.sql`select kind, note from chargeback_end`
  expect([...ends]).toEqual([{ kind: 'accepted', note: 'A stolen card' }])
  expect(await kinds(service)).toEqual([])
})

it('keeps a task for an unmatched payment until it is refunded (DESK-33)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 1 })
  const holder = await shop.holder({ points: 2 })
  await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { id } = await holder.done('createPayment', {
    amount: '10.00',
    cancelUrl: `${shop.url}/checkout`,
    redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
  })
  await holder.done('changeCart', { spli_id: TOWEL.spliId, quantity: 1 })
  await sandbox().choose(id, 'paid')
  await pollPayments()
  const [payment] = await shop.sql`select outcome from payment where id = ${id}`
  expect(payment?.['outcome']).toBe('refunded')
  const strays = async (state: string) => kinds(service, `kind=unmatched-payment&state=${state}`)
  expect(await strays('open')).toEqual(['unmatched-payment'])
  const stray = await only(service, 'unmatched-payment')
  const under = { subject: id, cents: 1000, before: 'on-its-way', after: 'asked-now' }
  expect(stray.resolve?.rows).toMatchObject([under])
  expect(stray.payments).toMatchObject([
    { id, channel: '1014', voucher: String(holder.voucherId), order: null, cents: 1000, over: 0 },
  ])
  expect(stray.payments[0]?.refunds).toMatchObject([{ cents: 1000, state: 'queued' }])
  expect((await press(service, 'resolve', stray)).status).toBe(200)

  // The refund fails: the button refunds again, once, however many users press it.
  const refundsOf = () => shop.sql<{ provider_id: string; state: string; again: boolean }[]>`
    select provider_id, refund.state, repeats is not null as again from refund join payment on payment.key = payment_key
    where payment.id = ${id} order by refund.created_at`
  await sandbox().moveRefund((await refundsOf())[0]?.provider_id ?? '', 'failed')
  await pollPayments()
  const failed = await only(service, 'unmatched-payment')
  expect(failed.resolve?.rows).toMatchObject([
    { what: 'refund', subject: id, cents: 1000, before: 'without-order', after: 'goes-back' },
  ])
  await Promise.all(Array.from({ length: 8 }, () => press(service, 'resolve', failed)))
  await shop.shop.jobs.drain()
  expect(await refundsOf()).toMatchObject([
    { state: 'failed', again: false },
    { state: 'queued', again: true },
  ])
  expect(await kinds(service, 'kind=refund-failed')).toEqual([])
  await pollPayments()
  await pollPayments()
  expect(await strays('open')).toEqual([])
  expect(await strays('closed')).toEqual(['unmatched-payment'])
})

it('checks the books once a night, and corrects a stock level to the sum of its movements (DESK-33)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 7 })
  await shop.sql`update stock set on_hand = 9 where sku = ${vase.sku}`
  await Promise.all(Array.from({ length: 8 }, () => startNightlyCheck(shop.shop)))
  await shop.shop.jobs.drain()
  const nights = await shop.sql<{ findings: number; ended_at: Date }[]>`
    select findings, ended_at from nightly_check`
  expect(nights).toHaveLength(1)
  expect(nights[0]?.findings).toBe(1)
  expect(await kinds(service)).toEqual([])

  const differs = await only(fulfilment, 'stock-differs')
  expect(differs.resolve?.rows).toEqual([
    { what: 'shelf', subject: vase.sku, order: null, before: '9', after: '7' },
  ])
  await press(fulfilment, 'resolve', differs)
  await shop.shop.jobs.drain()
  const [stock] = await shop.sql`select on_hand from stock where sku = ${vase.sku}`
  expect(stock?.['on_hand']).toBe(7)
  expect(await kinds(fulfilment)).toEqual([])
  shop.clock.advance(24 * 3_600_000)
  await startNightlyCheck(shop.shop)
  const [again] = await shop.sql`select count(*)::integer as nights from nightly_check`
  expect(again?.['nights']).toBe(2)
})

it('shows a task to the roles for its kind in its channels; readers see it but cannot resolve it (DESK-3, DESK-33)', async () => {
  mailbox = new ServiceRefused('mail', 'address-refused', '550 no such mailbox')
  await sampleOrder(shop, { gifts: [TOWEL] })
  await shop.shop.jobs.drain()
  const refusedMail = await only(service, 'mail-refused')
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  const reader = await staffClient(shop, 'reader')
  const owner = await staffClient(shop)
  for (const guest of [elsewhere, reader, owner]) await guest.signIn()
  expect(await kinds(elsewhere)).toEqual([])
  for (const [method, path, input] of [
    ['GET', '', undefined],
    ['PUT', '/owner', { staff: String(elsewhere.staffId) }],
    ['POST', '/resolve', { shown: refusedMail.shown }],
    ['POST', '/close', { shown: refusedMail.shown, reason: 'mine' }],
  ] as const) {
    const answer = await elsewhere.request(
      method,
      `/backoffice/api/tasks/${refusedMail.id}${path}`,
      input,
    )
    expect(answer.status).toBe(404)
  }
  expect(await kinds(reader)).toEqual(['mail-refused'])
  expect((await only(reader, 'mail-refused')).resolve).toBeNull()
  expect((await press(reader, 'resolve', refusedMail)).status).toBe(403)
  expect(await jsonOf(await reader.request('GET', '/backoffice/api/counts'))).toEqual({
    counts: {},
  })
  expect(await kinds(owner)).toEqual(['mail-refused'])
  expect(refusedMail.colleagues.map(({ name }) => name)).not.toContain('The reader')

  const path = `/backoffice/api/tasks/${refusedMail.id}`
  for (const { staffId } of [reader, elsewhere]) {
    const given = await owner.request('PUT', `${path}/owner`, { staff: String(staffId) })
    expect(await jsonOf(given)).toMatchObject({ error: { code: 'unknown-colleague' } })
  }
  const given = await owner.request('PUT', `${path}/owner`, { staff: String(service.staffId) })
  expect(given.status).toBe(200)
  // A new task in the group has not been shown to the user.
  await sampleOrder(shop, { gifts: [TOWEL] })
  await shop.shop.jobs.drain()
  for (const [action, more] of [
    ['close', { reason: 'All of them' }],
    ['resolve', {}],
  ] as const) {
    const pressed = await owner.request('POST', `${path}/${action}`, {
      shown: refusedMail.shown,
      ...more,
    })
    expect(await jsonOf(pressed)).toMatchObject({ error: { code: 'changed-since' } })
  }
  expect(await kinds(owner)).toEqual(['mail-refused'])
})

it('stops a refund after a chargeback, and reports money that was refunded and charged back (DESK-30, DESK-33)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 5 })
  const backOf = async (id: string) => {
    const told = await sandbox().find(id)
    const sum = (some: { cents: number }[] = []) => some.reduce((all, { cents }) => all + cents, 0)
    return told && told.refundedCents + sum(told.chargebacks)
  }
  const undone = async () => {
    const { holder, number, paymentId } = await cardOrder(shop, { gift: vase, points: 2 })
    await holder.done('cancelOrder', { order_number: number })
    await shop.shop.jobs.drain()
    return { number, paymentId }
  }
  const queued = await undone()
  await sandbox().chargeBack(queued.paymentId, 1000)
  const [{ key } = { key: '' }] = await shop.sql<{ key: string }[]>`
    select key from payment where id = ${queued.paymentId}`
  await Promise.all(Array.from({ length: 8 }, () => reconcilePayment(shop.shop, key)))
  await shop.shop.jobs.drain()
  expect(await backOf(queued.paymentId)).toBe(1000)
  const taken = await only(service, 'charged-back')
  expect(taken.payments).toMatchObject([
    {
      id: queued.paymentId,
      order: queued.number,
      over: 0,
      refunds: [{ cents: 1000, state: 'failed' }],
      chargebacks: [{ cents: 1000, end: null }],
    },
  ])
  // The holder has the money from the bank: there is no task until the chargeback is reversed.
  expect(await kinds(service, 'kind=refund-failed')).toEqual([])
  await press(service, 'resolve', taken, { note: 'Seen' })
  const [standing] = (await sandbox().find(queued.paymentId))?.chargebacks ?? []
  await sandbox().reverseChargeback(standing?.id ?? '')
  await reconcilePayment(shop.shop, key)
  const stopped = await only(service, 'refund-failed')
  expect(stopped.order).toBe(queued.number)
  expect((await press(service, 'resolve', stopped)).status).toBe(200)
  await shop.shop.jobs.drain()
  expect(await backOf(queued.paymentId)).toBe(2000)

  // The money that was already refunded is too much, and the nightly check finds it.
  const gone = await undone()
  await pollPayments()
  await pollPayments()
  await sandbox().chargeBack(gone.paymentId, 1000)
  await pollPayments()
  expect(await backOf(gone.paymentId)).toBe(2000)
  await startNightlyCheck(shop.shop)
  await shop.shop.jobs.drain()
  const twice = await list(service, 'kind=money-differs')
  const found = twice.find((one) => one.cause === 'refunded-and-charged-back')
  const whole = await jsonOf<Whole>(
    await service.request('GET', `/backoffice/api/tasks/${found?.id}`),
  )
  expect(whole.payments).toMatchObject([{ id: gone.paymentId, over: 1000 }])
  await press(service, 'resolve', await only(service, 'charged-back'), { note: 'Seen' })
})

it('lists tasks by legal date, then those without one from the oldest on (DESK-33)', async () => {
  const days = { later: null, legal: '2026-02-10', first: null, last: '2026-03-20' }
  const firstAt = {
    later: '2026-03-01',
    legal: '2026-02-01',
    first: '2026-01-05',
    last: '2026-01-01',
  }
  for (const [subject, due] of Object.entries(days))
    await openTaskFor(shop.sql, {
      kind: 'withdrawal-waits',
      subject,
      cause: subject,
      channelId: '1014',
      ...(due === null ? {} : { detail: { due } }),
    })
  for (const [subject, at] of Object.entries(firstAt))
    await shop.sql`update task set first_at = ${at}::date where subject = ${subject}`
  const causes = (await list(service, 'kind=withdrawal-waits')).map(({ cause }) => cause)
  expect(causes).toEqual(['legal', 'last', 'first', 'later'])
})
