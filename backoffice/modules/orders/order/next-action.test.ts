import { expect, it } from 'vitest'

import { orderActions } from '#backoffice/modules/orders/order/next-action.ts'
import {
  sampleLine,
  sampleOrder,
  sampleParcel,
  sampleWithdrawal,
} from '#backoffice/modules/orders/order/sample-order.ts'
import { may } from '#domain/staff/permissions.ts'

type Order = ReturnType<typeof sampleOrder>
const kinds = (order: Order, role: 'service' | 'reader' = 'service') =>
  orderActions(order, (permission) => may(role, permission)).map(({ kind }) => kind)

const placed = sampleOrder({
  state: 'placed',
  changeable_until: '2026-11-07T10:22:00.000Z',
  lines: [sampleLine({ state: 'placed' })],
})

it('offers first what the state of an order calls for (PRODUCT-4)', () => {
  expect(kinds(placed)).toEqual(['address', 'refund', 'cancel'])
  const shipped = sampleOrder({ state: 'shipped', parcels: [sampleParcel()] })
  expect(kinds(shipped)).toEqual(['track', 'refund', 'replace'])
  expect(kinds(sampleOrder())).toEqual(['refund', 'replace'])
  expect(kinds(sampleOrder({ state: 'cancelled', lines: [sampleLine({ left: 0 })] }))).toEqual([])
})

it('puts a return before the usual action, and a problem before both (PRODUCT-4)', () => {
  const withdrawals = [sampleWithdrawal()]
  const waits = { id: '1', kind: 'withdrawal-waits' as const }
  expect(kinds(sampleOrder({ withdrawals, task: [waits] }))).toEqual([
    'return',
    'refund',
    'withdrawal',
    'replace',
  ])
  const lost = { id: '2', kind: 'parcel-undeliverable' as const }
  expect(kinds(sampleOrder({ withdrawals, task: [waits, lost] })).slice(0, 2)).toEqual([
    'task',
    'return',
  ])
})

it('offers only what the role may do (PRODUCT-4)', () => {
  expect(kinds(placed, 'reader')).toEqual([])
  expect(kinds(sampleOrder({ parcels: [sampleParcel()] }), 'reader')).toEqual(['track'])
})
