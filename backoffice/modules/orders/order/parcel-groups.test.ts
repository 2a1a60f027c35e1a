import { expect, it } from 'vitest'

import { parcelGroups } from '#backoffice/modules/orders/order/parcel-groups.ts'
import {
  sampleLine,
  sampleOrder,
  sampleParcel,
} from '#backoffice/modules/orders/order/sample-order.ts'

const shown = (order: Parameters<typeof parcelGroups>[0]) =>
  parcelGroups(order).map((group) => [
    group.kind === 'parcel' ? group.parcel.code : group.kind,
    ...group.packed.map(({ line, quantity }) => `${quantity} ${line.name}`),
  ])

it('puts each unit in its parcel, and the others in groups of their own (PRODUCT-4)', () => {
  const order = sampleOrder({
    state: 'released',
    lines: [
      sampleLine({ quantity: 4, state: 'released' }),
      sampleLine({ line: 2, name: 'Code', delivery: 'digital', state: 'delivered' }),
      sampleLine({ line: 3, name: 'Vase', state: 'shipped' }),
      sampleLine({ line: 4, name: 'Bowl', state: 'cancelled' }),
    ],
    parcels: [
      sampleParcel({ lines: [{ line: 1, name: 'Mug', quantity: 1 }] }),
      sampleParcel({ code: '3SABC2', lines: [{ line: 1, name: 'Mug', quantity: 1 }] }),
    ],
  })
  expect(shown(order)).toEqual([
    ['3SABC1', '1 Mug'],
    ['3SABC2', '1 Mug'],
    ['unsent', '2 Mug'],
    ['untracked', '1 Vase'],
    ['digital', '1 Code'],
    ['cancelled', '1 Bowl'],
  ])
})

it('counts the units of a lost parcel as not sent if they are sent again, and shows a parcel whose contents are unknown (PRODUCT-4)', () => {
  const order = sampleOrder({
    lines: [sampleLine({ quantity: 2, state: 'released' })],
    parcels: [
      sampleParcel({ state: 'lost', lines: [{ line: 1, name: 'Mug', quantity: 2 }] }),
      sampleParcel({ code: '3SABC2', lines: [] }),
    ],
  })
  expect(shown(order)).toEqual([['3SABC1', '2 Mug'], ['3SABC2'], ['unsent', '2 Mug']])
  // While the recipient chooses another gift, nothing is sent again.
  const fallen = { ...order, lines: [sampleLine({ quantity: 2, state: 'shipped', fallen: true })] }
  expect(shown(fallen)).toEqual([['3SABC1', '2 Mug'], ['3SABC2']])
})

it('counts no more units of a parcel than its line has left (PRODUCT-4)', () => {
  const order = sampleOrder({
    lines: [sampleLine({ quantity: 1 }), sampleLine({ line: 2, quantity: 2, state: 'cancelled' })],
    parcels: [sampleParcel({ lines: [{ line: 1, name: 'Mug', quantity: 3 }] })],
  })
  expect(shown(order)).toEqual([
    ['3SABC1', '1 Mug'],
    ['cancelled', '2 Mug'],
  ])
})
