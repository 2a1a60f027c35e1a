import { cleanup, screen, waitFor, within } from '@testing-library/react'
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

const orderPath = '/backoffice/api/orders/1000003'
const proposals = `${orderPath}/credit-proposals`
const credits = '/backoffice/api/credits'

type Sent = { path: string; body: unknown }

async function openOrder(
  order: ReturnType<typeof sampleOrder>,
  { more = {}, sent = [] }: { more?: Record<string, unknown>; sent?: Sent[] } = {},
) {
  const answers: Record<string, unknown> = {
    [`/backoffice/api/orders/${order.number}`]: order,
    '/backoffice/api/channel-names': { items: [] },
    ...more,
  }
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    const path = new URL(address, 'http://shop').pathname
    const answer = answers[path]
    if (path === proposals || path === credits)
      sent.push({ path, body: JSON.parse(body as string) as unknown })
    if (!answer) return Promise.resolve(new Response('', { status: 404 }))
    const isRefusal = typeof answer === 'object' && 'error' in answer
    return Promise.resolve(Response.json(answer, { status: isRefusal ? 400 : 200 }))
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

const twoGifts = () =>
  sampleOrder({
    lines: [
      sampleLine(),
      sampleLine({ line: 2, sku: 'tea', name: 'Tea', points: 8, quantity: 2, left: 2 }),
    ],
    credit_left: { points: 18, cents: 1000, first: 'card' },
  })

const proposed = {
  id: '8b0c5fb2-6b0a-4b55-9a4e-6f4f2f8f9d10',
  points: 8,
  points_back: 6,
  cents: 1000,
  cents_sent: 1000,
  vat_cents: 174,
  lines: [{ line: 2, name: 'Tea', quantity: 1, points: 8 }],
  goods: 'none',
  stops: false,
  cancels: false,
  unsent: [],
  handed_out: 0,
  voucher_ended: false,
  needs_approval: false,
  credits_before: 0,
  expires_at: '2026-11-30T10:00:00.000Z',
}
const bookWords = (points: number) =>
  en('credit.book', {
    amount: en('voucher.price.both', {
      points: en('voucher.price.points', { count: points }),
      euros: '€10.00',
    }),
  })

it('refunds one of two gifts: the amount follows each choice, and its button books what it names', async () => {
  const sent: Sent[] = []
  const user = await openOrder(twoGifts(), {
    sent,
    more: { [proposals]: proposed, [credits]: { credit: '1000003-C1', approval: null } },
  })
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  const form = screen.getByRole('form', { name: en('credit.title') })
  await user.selectOptions(within(form).getByLabelText(en('credit.reason')), 'damaged')
  // Nothing is chosen in advance, and the form says what is missing.
  await user.click(within(form).getByRole('button', { name: en('credit.title') }))
  expect(within(form).getByText(en('credit.chooseGift'))).toBeDefined()
  await user.click(within(form).getByRole('checkbox', { name: 'Tea' }))
  expect(within(form).getByRole('button', { name: bookWords(6) })).toBeDefined()
  await user.click(within(form).getByRole('button', { name: en('credit.more', { name: 'Tea' }) }))
  expect(within(form).getByRole('button', { name: bookWords(14) })).toBeDefined()
  await user.click(within(form).getByRole('button', { name: en('credit.less', { name: 'Tea' }) }))
  expect(within(form).queryByText(/without approval/)).toBeNull()
  await user.click(within(form).getByRole('button', { name: bookWords(6) }))
  const booked = en('credit.booked', { number: '1000003-C1' })
  await waitFor(() =>
    expect(document.querySelector('[data-result]')?.textContent).toContain(booked),
  )
  expect(sent.map(({ path }) => path)).toEqual([proposals, credits])
  expect(sent[0]?.body).toMatchObject({ lines: [{ line: 2, quantity: 1 }], reason: 'damaged' })
  expect(screen.queryByRole('form', { name: en('credit.title') })).toBeNull()
})

/** Opens the form, chooses one tea as damaged and presses the button that books it. */
async function refundTea(user: Awaited<ReturnType<typeof openOrder>>) {
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  await user.click(screen.getByRole('checkbox', { name: 'Tea' }))
  await user.selectOptions(screen.getByLabelText(en('credit.reason')), 'damaged')
  await user.click(screen.getByRole('button', { name: bookWords(6) }))
}

it('books the same proposal again when the first answer was lost, never a second one', async () => {
  const sent: Sent[] = []
  const user = await openOrder(twoGifts(), { sent, more: { [proposals]: proposed } })
  await refundTea(user)
  const panel = await screen.findByRole('region', { name: en('credit.proposal') })
  await user.click(within(panel).getByRole('button', { name: bookWords(6) }))
  await waitFor(() => expect(sent.length).toBe(3))
  expect(sent.map(({ path }) => path)).toEqual([proposals, credits, credits])
  expect(sent.slice(1).map(({ body }) => body)).toEqual([
    { proposal: proposed.id, handed_out: 0, stop: false },
    { proposal: proposed.id, handed_out: 0, stop: false },
  ])
})

it('asks before it books a refund after one that the page does not show yet', async () => {
  const sent: Sent[] = []
  const user = await openOrder(twoGifts(), {
    sent,
    more: { [proposals]: { ...proposed, credits_before: 1 } },
  })
  await refundTea(user)
  await screen.findByRole('region', { name: en('credit.proposal') })
  expect(sent.map(({ path }) => path)).toEqual([proposals])
})

it('refunds a withdrawal without the note of another refund, and keeps that refund as typed', async () => {
  const sent: Sent[] = []
  const user = await openOrder(
    { ...twoGifts(), withdrawals: [sampleWithdrawal()] },
    { sent, more: { [proposals]: proposed, [credits]: { credit: '1000003-C1', approval: null } } },
  )
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: en('moreActions') }))
    await user.click(screen.getByRole('button', { name }))
  }
  await choose(en('credit.title'))
  await user.type(screen.getByLabelText(en('credit.note')), 'Lid cracked')
  await user.keyboard('{Escape}')
  await choose(en('credit.ofWithdrawal', { number: '1000003-W1' }))
  const panel = await screen.findByRole('region', { name: en('credit.proposal') })
  expect(sent[0]?.body).toEqual({ withdrawal: '1000003-W1', reason: 'withdrawn' })
  await user.click(within(panel).getByRole('button', { name: bookWords(6) }))
  await waitFor(() => expect(sent.length).toBe(2))
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: en('credit.proposal') })).toBeNull(),
  )
  await choose(en('credit.title'))
  expect(screen.getByLabelText<HTMLInputElement>(en('credit.note')).value).toBe('Lid cracked')
})

it('asks before it books a refund of gifts that are still to be sent', async () => {
  const sent: Sent[] = []
  const unsent = [{ line: 2, name: 'Tea', quantity: 1, by: 'warehouse' }]
  const user = await openOrder(twoGifts(), { sent, more: { [proposals]: { ...proposed, unsent } } })
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  await user.click(screen.getByRole('checkbox', { name: 'Tea' }))
  await user.selectOptions(screen.getByLabelText(en('credit.reason')), 'damaged')
  await user.click(screen.getByRole('button', { name: bookWords(6) }))
  await screen.findByRole('region', { name: en('credit.proposal') })
  expect(sent.map(({ path }) => path)).toEqual([proposals])
})

it('closes the refund form when nothing is left to refund, for example after a cancellation', async () => {
  const order = twoGifts()
  const user = await openOrder(order, { more: { [`${orderPath}/notes`]: { id: '1' } } })
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  order.state = 'cancelled'
  for (const line of order.lines) Object.assign(line, { state: 'cancelled', left: 0 })
  // Any action reads the order again.
  await user.type(screen.getByRole('textbox', { name: en('order.newNote') }), 'Called')
  await user.click(screen.getByRole('button', { name: en('order.keepNote') }))
  await waitFor(() => expect(screen.queryByRole('form', { name: en('credit.title') })).toBeNull())
})

it('offers no order confirmation again for a cancelled order, and says that a mail will be sent', async () => {
  const mails = (['order-confirmation', 'order-cancelled'] as const).map((kind, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    kind,
    at: '2026-11-07T09:52:05.000Z',
    email: 'anna@example.com',
    state: 'sent' as const,
  }))
  const user = await openOrder(sampleOrder({ state: 'cancelled', mails }), {
    more: { [`${orderPath}/mails`]: { mail: mails[0]?.id } },
  })
  await user.click(screen.getByRole('button', { name: new RegExp(`^${en('order.sendAgain')}`) }))
  await waitFor(() =>
    expect(document.querySelector('[data-result]')?.textContent).toContain('will be sent'),
  )
})

it('asks for a reason when none is chosen', async () => {
  const user = await openOrder(twoGifts())
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  await user.click(screen.getByRole('checkbox', { name: 'Tea' }))
  await user.click(screen.getByRole('button', { name: bookWords(6) }))
  const reason = screen.getByLabelText(en('credit.reason'))
  const issue = document.getElementById(reason.getAttribute('aria-describedby') ?? '')
  expect(issue?.textContent).toBe(`${en('credit.chooseReason')}.`)
})

it('shows a refund that was typed before a reload', async () => {
  const user = await openOrder(twoGifts())
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  await user.click(screen.getByRole('checkbox', { name: 'Tea' }))
  await user.type(screen.getByLabelText(en('credit.note')), 'Lid cracked')
  cleanup()
  await openOrder(twoGifts())
  const form = screen.getByRole('form', { name: en('credit.title') })
  expect(within(form).getByRole<HTMLInputElement>('checkbox', { name: 'Tea' }).checked).toBe(true)
  expect(within(form).getByLabelText<HTMLInputElement>(en('credit.note')).value).toBe('Lid cracked')
})

it('names the limit only when a refund exceeds it', async () => {
  const user = await openOrder({ ...twoGifts(), credit_alone: 5 })
  await user.click(screen.getByRole('button', { name: en('credit.title') }))
  const form = screen.getByRole('form', { name: en('credit.title') })
  await user.click(within(form).getByRole('checkbox', { name: 'Mug' }))
  expect(within(form).queryByText(/without approval/)).toBeNull()
  await user.click(within(form).getByRole('checkbox', { name: 'Tea' }))
  expect(within(form).getByText(en('credit.overLimit', { count: 5 }))).toBeDefined()
  expect(within(form).getByRole('button', { name: en('credit.ask') })).toBeDefined()
})

it('marks the field of the address that the server refused, and moves the focus to it', async () => {
  const path = '/backoffice/api/orders/1000003/address'
  const contact = {
    contact_email: 'anna@example.com',
    contact_first_name: 'Anna',
    contact_surname_prefix: 'de',
    contact_surname: 'Vries',
    contact_telephone: '',
    delivery_address_street: 'Zilverkade',
    delivery_address_housenr: '1',
    delivery_address_housenr_appendix: '',
    delivery_address_postal_code: 'abc',
    delivery_address_city: 'Amsterdam',
    delivery_address_country_code: 'NL',
    delivery_address_additional_line: '',
  }
  const changeable_until = '2026-11-30T21:00:00.000Z'
  const read = { contact, has_address: true, countries: ['NL'], changeable_until, stands: 'a.b' }
  const refusal = { error: { code: 'invalid-input', field: 'delivery_address_postal_code' } }
  const user = await openOrder(sampleOrder({ state: 'placed', changeable_until }), {
    more: { [path]: read, [`${path}/preview`]: refusal },
  })
  await user.click(screen.getByRole('button', { name: en('address.change') }))
  await user.type(await screen.findByLabelText(en('reason')), 'Moved')
  await user.click(screen.getByRole('button', { name: en('address.try') }))
  await screen.findByText(en('invalidInput'))
  const postalCode = screen.getByLabelText(en('address.postalCode'))
  expect(postalCode.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(postalCode))
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
})
