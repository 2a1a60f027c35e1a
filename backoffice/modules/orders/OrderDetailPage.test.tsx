import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { OrderDetailPage } from '#backoffice/modules/orders/OrderDetailPage.tsx'
import {
  sampleLine,
  sampleOrder,
  sampleParcel,
  sampleWithdrawal,
} from '#backoffice/modules/orders/order/sample-order.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'

const staff = {
  id: '1',
  role: 'service',
  permissions: permissionsOf('service'),
} as unknown as Staff

async function openOrder(order: ReturnType<typeof sampleOrder>) {
  const answers: Record<string, unknown> = {
    [`/backoffice/api/orders/${order.number}`]: order,
    '/backoffice/api/channel-names': { items: [] },
  }
  vi.stubGlobal('fetch', (address: string) => {
    const answer = answers[new URL(address, 'http://shop').pathname]
    return Promise.resolve(answer ? Response.json(answer) : new Response('', { status: 404 }))
  })
  const user = await renderBackoffice(
    <OrderDetailPage staff={staff} params={{ number: order.number }} />,
    { at: `/backoffice/orders/${order.number}` },
  )
  await screen.findByText('Anna de Vries')
  return user
}

it('shows a missed legal date in days, in the head and at the withdrawal, and offers the return first (PRODUCT-4)', async () => {
  const user = await openOrder(sampleOrder({ withdrawals: [sampleWithdrawal()] }))
  expect(screen.getByText(en('order.refundOverdue', { count: 3 }))).toBeDefined()
  const card = screen.getByRole('region', { name: en('withdrawal.title') })
  expect(within(card).getByText(en('overdue', { count: 3 }))).toBeDefined()
  expect(within(card).getByText(/25 Nov/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: en('withdrawal.back') }))
  expect(document.activeElement?.textContent).toBe(en('withdrawal.back'))
  // Escape closes the form, and the focus returns to its button.
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('form', { name: en('withdrawal.back') })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: en('withdrawal.back') }))
})

it('shows a parcel as a card with picture, quantity, carrier and link (PRODUCT-4)', async () => {
  await openOrder(
    sampleOrder({
      state: 'shipped',
      lines: [sampleLine({ quantity: 4, state: 'shipped' })],
      parcels: [sampleParcel({ lines: [{ line: 1, name: 'Mug', quantity: 4 }] })],
    }),
  )
  const card = screen.getByRole('region', { name: 'PostNL' })
  expect(within(card).getByRole('link', { name: '3SABC1' }).getAttribute('href')).toBe(
    'https://track.example/3SABC1',
  )
  expect(within(card).getByText('4 ×')).toBeDefined()
  expect(card.querySelector('img')?.getAttribute('src')).toContain('mug.webp')
  expect(screen.getByRole('link', { name: en('order.track') })).toBeDefined()
})
