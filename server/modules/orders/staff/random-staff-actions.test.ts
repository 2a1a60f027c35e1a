import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Cart } from '#contract/cart.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { newLinkToken } from '#server/platform/crypto/link-token.ts'
import { ServiceRefused } from '#server/platform/services/service-ports.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { settleReplacements } from '#server/modules/orders/replacements/replacement.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  sampleGifts,
  holderStep,
  type HolderStep,
  RandomHolder,
} from '#server/testing/clients/random-holder.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

/** CLERK_WALKS=300 tries 300 random sequences with a new seed. npm test repeats the same sequences. */
const WALKS = Number(process.env['CLERK_WALKS'] ?? 6)
const SEED = process.env['CLERK_WALKS'] ? undefined : 20_261_122

let shop: TestShop
let clerk: StaffClient
let gifts: string[]
beforeAll(async () => {
  shop = await testShop()
  clerk = await staffClient(shop)
  gifts = await sampleGifts(shop)
})
afterAll(() => shop.stop())

const action = fc.constantFrom(
  'credit a piece',
  'credit all',
  'cancel',
  'credit the withdrawal',
  'release',
  'replace the code',
  'block',
  'extend',
  'give points',
  'charge back',
  'bring it back',
  'withdraw',
  'fall away',
  'choose another',
  'choose the points',
  'choose nothing in time',
  'call it off',
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
/** Each action runs in parallel with another one, or with one of the holder. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: holderStep }) },
  {
    weight: 3,
    arbitrary: fc.record({ actions: fc.array(action, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ act: holderStep, actions: fc.tuple(action) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

it('keeps ledger and stock consistent while colleagues and holders act on the same orders and codes at random (DESK-30, PAY-5)', async () => {
  const met = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 12 }),
      fc.constantFrom(2, 8, 20),
      async (steps, points) => {
        await clerk.signIn()
        const first = await shop.holder({ points })
        const walk = new ClerkWalk(shop, gifts, first, await shop.logIn(first.code), met)
        await walk.finishOrder()
        for (const step of steps) await walk.both(step)
        await walk.letIn()
        await walk.finishOrder()
        await walk.expectConsistentBooks()
        await walk.expectNothingReserved()
      },
    ),
    { numRuns: WALKS, ...(SEED === undefined ? {} : { seed: SEED }) },
  )
  // If all staff actions were refused, the test would prove nothing.
  const done = [...met.keys()].filter((key) => key.endsWith(' 200'))
  expect(done.some((key) => key.startsWith('credit') || key.startsWith('cancel'))).toBe(true)
  expect(done.length).toBeGreaterThan(3)
  expect(done.some((key) => key.startsWith('fall away'))).toBe(true)
  expect(done.some((key) => key.startsWith('choose') || key.startsWith('call'))).toBe(true)
}, 600_000)

/** A user without a session does nothing until they can log in again. */
class NoSession extends Error {}

class ClerkWalk extends RandomHolder {
  #code: string

  constructor(
    theShop: TestShop,
    theGifts: string[],
    here: TestHolder,
    there: TestHolder,
    private met: Map<string, number>,
  ) {
    super(theShop, theGifts, here, there)
    this.#code = here.code
  }

  async both({ act, actions = [] }: { act?: HolderStep; actions?: Action[] } & Step) {
    if (actions.length === 0) await this.letIn()
    await Promise.all([
      ...actions.map((action) => this.clerk(action)),
      act ? this.acts(act) : undefined,
    ])
  }

  protected override async cartOf(holder: TestHolder): Promise<Cart> {
    const outcome = await holder.call('readCart', {})
    if (!refused(outcome)) return outcome.response
    if (outcome.refused === 'no-session') throw new NoSession()
    throw new Error(`the cart was refused: ${outcome.refused}`)
  }

  private async acts(act: HolderStep) {
    try {
      await this.run(act)
    } catch (error) {
      if (!(error instanceof NoSession)) throw error
    }
  }

  /** Staff unblock the voucher, and the holder logs in with the newest code. */
  async letIn() {
    await this.request('unblock', 'POST', `${this.path()}/unblock`, { reason: 'on the telephone' })
    if (refused(await this.tab.call('readCart', {}))) this.tab = await this.shop.logIn(this.#code)
    if (refused(await this.otherTab.call('readCart', {})))
      this.otherTab = await this.shop.logIn(this.#code)
  }

  private path = () => `/backoffice/api/vouchers/${this.tab.voucherId}`

  /** The action succeeds or is refused with a reason. It never fails with another status. */
  private async request(action: string, method: string, path: string, input: unknown) {
    const response = await clerk.request(method, path, input)
    const body = await jsonOf<{ id?: string; code?: string; error?: { code: string } }>(response)
    expect([200, 409], `${action}: ${JSON.stringify(body)}`).toContain(response.status)
    this.note(`${action} ${response.status}`)
    return response.status === 200 ? body : undefined
  }

  private note(what: string) {
    this.met.set(what, (this.met.get(what) ?? 0) + 1)
  }

  private async clerk(action: Action): Promise<void> {
    const number = this.orders.at(-1) ?? ''
    switch (action) {
      case 'credit a piece':
        return this.credit(action, number, { lines: [{ line: 1, quantity: 1 }], reason: 'damaged' })
      case 'credit all':
      case 'cancel': {
        const lines = await this.shop.sql<{ line: number; quantity: number }[]>`
          select line, quantity from order_line where order_number = ${number} order by line`
        const goods = action === 'cancel' ? 'shelf' : 'none'
        return this.credit(action, number, { lines: [...lines], reason: 'cancelled', goods })
      }
      case 'credit the withdrawal': {
        const [withdrawal] = await this.shop.sql<{ number: string }[]>`
          select number from withdrawal where order_number = ${number} order by place desc limit 1`
        if (!withdrawal) return
        const input = { withdrawal: withdrawal.number, reason: 'withdrawn', goods: 'shelf' }
        return this.credit(action, number, input)
      }
      case 'release': {
        await this.shop.sql`
          update orders set changeable_until = now() - interval '1 minute'
          where number = ${number} and changeable_until > now()`
        return submitOrder(this.shop.shop, number)
      }
      case 'replace the code': {
        const replaced = await this.request(action, 'POST', `${this.path()}/replace-code`, {
          reason: 'lost',
        })
        if (replaced?.code) this.#code = replaced.code
        return
      }
      case 'block':
        await this.request(action, 'POST', `${this.path()}/block`, { reason: 'a lost letter' })
        return
      case 'extend': {
        const input = { reason: 'asked', last_day: '2035-12-31', valid_until: null }
        await this.request(action, 'POST', `${this.path()}/extend`, input)
        return
      }
      case 'give points': {
        const [balance] = await this.shop.sql<{ granted: number }[]>`
          select granted from voucher_balance where voucher_id = ${this.tab.voucherId}`
        const input = {
          points: 1,
          reason: 'sorry',
          key: randomUUID(),
          granted: balance?.granted ?? 0,
        }
        await this.request(action, 'POST', `${this.path()}/points`, input)
        return
      }
      case 'charge back': {
        const [paid] = await this.shop.sql<{ id: string; cents: number }[]>`
          select id, cents from payment where order_number = ${number} and not exists (
            select from chargeback where payment_key = payment.key)`
        const { payments } = this.shop.shop.ports
        // The bank cannot charge back what was refunded before.
        if (paid && isSandboxPayments(payments))
          await payments.chargeBack(paid.id, paid.cents).catch((error: unknown) => {
            if (!(error instanceof ServiceRefused)) throw error
          })
        return
      }
      case 'bring it back': {
        await this.clerk('charge back')
        const [taken] = await this.shop.sql<{ id: string }[]>`
          select chargeback.id from chargeback join payment on payment.key = payment_key
          where order_number = ${number}
            and not exists (select from chargeback_end where chargeback_id = chargeback.id)`
        const { payments } = this.shop.shop.ports
        if (taken && isSandboxPayments(payments)) {
          await payments.reverseChargeback(taken.id)
          this.note('bring it back 200')
        }
        return
      }
      case 'fall away':
        await this.fallAway(number)
        return
      case 'choose another':
      case 'choose the points':
        return this.choose(action, number)
      case 'choose nothing in time': {
        const open = await this.openChoice(number)
        if (!open) return
        const { ports } = this.shop.shop
        const clock = { now: () => new Date(ports.clock.now().getTime() + 30 * 86_400_000) }
        await settleReplacements({ ...this.shop.shop, ports: { ...ports, clock } })
        this.note('choose nothing in time 200')
        return
      }
      case 'call it off': {
        const id = await this.openChoice(number)
        if (id)
          await this.request(action, 'DELETE', `/backoffice/api/replacements/${id}`, {
            reason: 'found',
          })
        return
      }
      case 'withdraw':
        await this.tab.call('withdrawOrder', {
          order_number: number,
          withdrawal_key: randomUUID(),
        })
    }
  }

  /** Offers a replacement for a submitted order, with the lines as its page shows them. */
  private async fallAway(number: string) {
    if (number === '') return
    await this.clerk('release')
    const page = await jsonOf<{ lines: { line: number; left: number; fallen: boolean }[] }>(
      await clerk.request('GET', `/backoffice/api/orders/${number}`),
    )
    const orderLine = page.lines.find(({ left, fallen }) => left > 0 && !fallen)
    if (!orderLine) return
    const { line, left } = orderLine
    const input = { line, quantity: 1, left, cause: 'sold-out', note: '' }
    await this.request('fall away', 'POST', `/backoffice/api/orders/${number}/replacements`, input)
  }

  private async openChoice(number: string): Promise<string | undefined> {
    const find = () => this.shop.sql<{ id: string }[]>`
      select id from replacement_offer where order_number = ${number} and outcome is null order by started_at, id limit 1`
    const [existing] = await find()
    if (existing) return existing.id
    await this.fallAway(number)
    return (await find())[0]?.id
  }

  /** Answers the offer by the token of the mail, without a session. */
  private async choose(action: Action, number: string) {
    const id = await this.openChoice(number)
    if (id === undefined) return
    const token = newLinkToken(this.shop.shop.config.GIFTPOINT_PEPPER, 'choose again', id)
    const found = await this.shop.call('choice', { token, language: 'nl' })
    if (refused(found)) throw new Error(`replacement offer not found: ${found.refused}`)
    const spliId = action === 'choose another' ? found.response.gifts[0]?.spli_id : null
    if (spliId === undefined) return
    const chosen = await this.shop.call('choose', { token, spli_id: spliId, language: 'nl' })
    this.note(`${action} ${refused(chosen) ? chosen.refused : 200}`)
  }

  private async credit(action: Action, number: string, input: object) {
    const path = `/backoffice/api/orders/${number}/credit-proposals`
    const proposal = await this.request(`propose ${action}`, 'POST', path, input)
    if (proposal?.id)
      await this.request(action, 'POST', '/backoffice/api/credits', { proposal: proposal.id })
  }

  /** Accepts all chargebacks first, because the check reports open ones. */
  override async expectConsistentBooks() {
    await this.shop.shop.jobs.drain()
    await this.shop.sql`
      insert into chargeback_end (chargeback_id, kind, note, at)
      select id, 'accepted', 'seen', now() from chargeback on conflict do nothing`
    await super.expectConsistentBooks()
  }
}
