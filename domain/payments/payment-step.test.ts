import { describe, expect, it } from 'vitest'

import {
  nextStep,
  type PaymentStep,
  type ProviderReport,
  type CartToReconcile,
  type PaymentToReconcile,
} from './payment-step.ts'

const ENDS = 1_000_000
const IN_TIME = ENDS
const LAST_OF_GRACE = ENDS + 10 * 60_000
const STALE = LAST_OF_GRACE + 1

const held: PaymentToReconcile = {
  state: 'open',
  outcome: 'held',
  isAtProvider: true,
  cents: 1000,
  cartVersion: 3,
  expiresAtMs: ENDS,
}
const releaseHold: PaymentToReconcile = { ...held, outcome: 'released' }
const unmade: PaymentToReconcile = { ...held, state: 'creating', isAtProvider: false }
const cart: CartToReconcile = { guid: 'c', state: 'open', version: 3, heldByAnother: false }
const paid = {
  state: 'paid' as const,
  cents: 1000,
  currency: 'EUR',
  cartGuid: 'c' as string | null,
  returnedCents: 0,
}
const says = (state: Extract<ProviderReport, object>['state']): ProviderReport => ({
  ...paid,
  state,
})

const ORDER: PaymentStep = { take: 'order', late: false }
const LATE: PaymentStep = { take: 'order', late: true }
const BACK: PaymentStep = { take: 'give-back' }
const NOTHING: PaymentStep = { take: 'nothing' }
const wait = (state: 'creating' | 'open' | 'pending', releaseHold = false): PaymentStep => ({
  take: 'wait',
  state,
  releaseHold,
})
const end = (state: 'canceled' | 'expired' | 'failed', releaseHold = false): PaymentStep => ({
  take: 'end',
  state,
  releaseHold,
})

type Case = {
  when: string
  payment?: PaymentToReconcile
  cart?: Partial<CartToReconcile>
  word: ProviderReport
  at?: number
  take: PaymentStep
}

const CASES: Case[] = [
  // Money has come.
  { when: 'money comes for what it was held for', word: paid, take: ORDER },
  { when: 'it comes in the last moment', word: paid, at: STALE, take: ORDER },
  { when: 'it comes without a cart’s name', word: { ...paid, cartGuid: null }, take: ORDER },
  { when: 'it comes late', payment: releaseHold, word: paid, take: LATE },
  {
    when: 'it comes after we had been told that it would not',
    payment: { ...releaseHold, state: 'canceled' },
    word: paid,
    take: LATE,
  },
  {
    when: 'it comes late while another payment is held',
    payment: releaseHold,
    cart: { heldByAnother: true },
    word: paid,
    take: BACK,
  },
  {
    when: 'it comes for what is held for it, whatever else there is',
    cart: { heldByAnother: true },
    word: paid,
    take: ORDER,
  },
  { when: 'the cart is ordered', cart: { state: 'ordered' }, word: paid, take: BACK },
  { when: 'the cart has changed', cart: { version: 4 }, word: paid, take: BACK },
  { when: 'it is less', word: { ...paid, cents: 999 }, take: BACK },
  { when: 'it is more', word: { ...paid, cents: 1001 }, take: BACK },
  { when: 'it is another currency', word: { ...paid, currency: 'USD' }, take: BACK },
  { when: 'it names another cart', word: { ...paid, cartGuid: 'd' }, take: BACK },
  { when: 'a cent of it has gone again', word: { ...paid, returnedCents: 1 }, take: BACK },
  // It has come to its end before.
  { when: 'it is an order', payment: { ...held, outcome: 'ordered' }, word: paid, take: NOTHING },
  { when: 'it went back', payment: { ...held, outcome: 'refunded' }, word: paid, take: NOTHING },
  // None has come.
  { when: 'it is open', word: says('open'), take: wait('open') },
  { when: 'it is pending', word: says('pending'), take: wait('pending') },
  {
    when: 'it was pending and open is told late',
    payment: { ...held, state: 'pending' },
    word: says('open'),
    take: wait('pending'),
  },
  { when: 'its grace is not over', word: says('open'), at: LAST_OF_GRACE, take: wait('open') },
  { when: 'it is stale', word: says('open'), at: STALE, take: wait('open', true) },
  {
    when: 'it is stale and let go',
    payment: releaseHold,
    word: says('open'),
    at: STALE,
    take: wait('open'),
  },
  { when: 'it is canceled', word: says('canceled'), take: end('canceled', true) },
  { when: 'it has failed', word: says('failed'), take: end('failed', true) },
  { when: 'it is expired', payment: releaseHold, word: says('expired'), take: end('expired') },
  {
    when: 'it was canceled and open is told late',
    payment: { ...releaseHold, state: 'canceled' },
    word: says('open'),
    take: end('canceled'),
  },
  { when: 'the provider knows nothing of it', word: 'unknown', take: end('expired', true) },
  // The provider does not know of the payment yet.
  { when: 'it is being made', payment: unmade, word: 'not-asked', take: wait('creating') },
  {
    when: 'it was never made',
    payment: unmade,
    word: 'not-asked',
    at: STALE,
    take: end('expired', true),
  },
  { when: 'it was made meanwhile', word: 'not-asked', take: wait('open') },
  {
    when: 'it was made meanwhile, and late',
    word: 'not-asked',
    at: STALE,
    take: wait('open', true),
  },
]

describe('the next step of a payment (PAY-5)', () => {
  it.each(CASES)('when $when: $take', ({ payment = held, word, at = IN_TIME, take, ...rest }) => {
    expect(nextStep(payment, { ...cart, ...rest.cart }, word, at)).toEqual(take)
  })
})
