import { describe, expect, it } from 'vitest'

import {
  nextStep,
  type PaymentStep,
  type ProviderReport,
  type CartToReconcile,
  type PaymentToReconcile,
} from './payment-step.ts'

const EXPIRES_AT = 1_000_000
const END_OF_GRACE = EXPIRES_AT + 10 * 60_000
const OVERDUE = END_OF_GRACE + 1

const held: PaymentToReconcile = {
  state: 'open',
  outcome: 'held',
  isAtProvider: true,
  cents: 1000,
  cartVersion: 3,
  expiresAtMs: EXPIRES_AT,
}
const released: PaymentToReconcile = { ...held, outcome: 'released' }
const creating: PaymentToReconcile = { ...held, state: 'creating', isAtProvider: false }
const cart: CartToReconcile = { guid: 'c', state: 'open', version: 3, heldByAnother: false }
const paid = {
  state: 'paid' as const,
  cents: 1000,
  currency: 'EUR',
  cartGuid: 'c' as string | null,
  returnedCents: 0,
}
const reports = (state: Extract<ProviderReport, object>['state']): ProviderReport => ({
  ...paid,
  state,
})

const ORDER: PaymentStep = { action: 'order', late: false }
const LATE: PaymentStep = { action: 'order', late: true }
const REFUND: PaymentStep = { action: 'refund' }
const NOTHING: PaymentStep = { action: 'nothing' }
const wait = (state: 'creating' | 'open' | 'pending', releaseHold = false): PaymentStep => ({
  action: 'wait',
  state,
  releaseHold,
})
const end = (state: 'canceled' | 'expired' | 'failed', releaseHold = false): PaymentStep => ({
  action: 'end',
  state,
  releaseHold,
})

type Case = {
  when: string
  payment?: PaymentToReconcile
  cart?: Partial<CartToReconcile>
  report: ProviderReport
  at?: number
  action: PaymentStep
}

const CASES: Case[] = [
  // The provider reports the payment as paid.
  { when: 'a reserved payment is paid', report: paid, action: ORDER },
  {
    when: 'a reserved payment is paid after its grace period',
    report: paid,
    at: OVERDUE,
    action: ORDER,
  },
  { when: 'a paid payment names no cart', report: { ...paid, cartGuid: null }, action: ORDER },
  { when: 'a released payment is paid', payment: released, report: paid, action: LATE },
  {
    when: 'a payment that was canceled is paid',
    payment: { ...released, state: 'canceled' },
    report: paid,
    action: LATE,
  },
  {
    when: 'a released payment is paid while another one is reserved',
    payment: released,
    cart: { heldByAnother: true },
    report: paid,
    action: REFUND,
  },
  {
    when: 'a reserved payment is paid while another one is reserved',
    cart: { heldByAnother: true },
    report: paid,
    action: ORDER,
  },
  { when: 'the cart was ordered before', cart: { state: 'ordered' }, report: paid, action: REFUND },
  { when: 'the cart has changed since', cart: { version: 4 }, report: paid, action: REFUND },
  { when: 'less than the amount was paid', report: { ...paid, cents: 999 }, action: REFUND },
  { when: 'more than the amount was paid', report: { ...paid, cents: 1001 }, action: REFUND },
  { when: 'another currency was paid', report: { ...paid, currency: 'USD' }, action: REFUND },
  { when: 'a paid payment names another cart', report: { ...paid, cartGuid: 'd' }, action: REFUND },
  {
    when: 'one cent was already refunded or charged back',
    report: { ...paid, returnedCents: 1 },
    action: REFUND,
  },
  // The payment has ended before.
  {
    when: 'the payment has become an order',
    payment: { ...held, outcome: 'ordered' },
    report: paid,
    action: NOTHING,
  },
  {
    when: 'the payment was refunded',
    payment: { ...held, outcome: 'refunded' },
    report: paid,
    action: NOTHING,
  },
  // The provider reports the payment as not paid.
  { when: 'it is open', report: reports('open'), action: wait('open') },
  { when: 'it is pending', report: reports('pending'), action: wait('pending') },
  {
    when: 'it is pending and an older report says open',
    payment: { ...held, state: 'pending' },
    report: reports('open'),
    action: wait('pending'),
  },
  {
    when: 'its grace period is not over',
    report: reports('open'),
    at: END_OF_GRACE,
    action: wait('open'),
  },
  {
    when: 'its grace period is over',
    report: reports('open'),
    at: OVERDUE,
    action: wait('open', true),
  },
  {
    when: 'its grace period is over and it was released',
    payment: released,
    report: reports('open'),
    at: OVERDUE,
    action: wait('open'),
  },
  { when: 'it is canceled', report: reports('canceled'), action: end('canceled', true) },
  { when: 'it has failed', report: reports('failed'), action: end('failed', true) },
  {
    when: 'it has expired after its release',
    payment: released,
    report: reports('expired'),
    action: end('expired'),
  },
  {
    when: 'it was canceled and an older report says open',
    payment: { ...released, state: 'canceled' },
    report: reports('open'),
    action: end('canceled'),
  },
  { when: 'the provider does not know it', report: 'unknown', action: end('expired', true) },
  // The payment has no id at the provider yet.
  { when: 'it is being created', payment: creating, report: 'not-asked', action: wait('creating') },
  {
    when: 'it was not created before its grace period ended',
    payment: creating,
    report: 'not-asked',
    at: OVERDUE,
    action: end('expired', true),
  },
  { when: 'it got its id during the request', report: 'not-asked', action: wait('open') },
  {
    when: 'it got its id during the request, after its grace period',
    report: 'not-asked',
    at: OVERDUE,
    action: wait('open', true),
  },
]

describe('the next step of a payment (PAY-5)', () => {
  it.each(CASES)(
    'is $action.action when $when',
    ({ payment = held, report, at = EXPIRES_AT, action, ...rest }) => {
      expect(nextStep(payment, { ...cart, ...rest.cart }, report, at)).toEqual(action)
    },
  )
})
