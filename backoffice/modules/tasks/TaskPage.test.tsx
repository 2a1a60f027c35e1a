import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { TaskPage } from '#backoffice/modules/tasks/TaskPage.tsx'
import { taskTitle } from '#backoffice/kit/domain-texts/task-texts.ts'
import { RereadFailure } from '#backoffice/shell/layout/RereadFailure.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'

type Cause = StaffResponse<'task'>
const staff = {
  id: '1',
  role: 'service',
  permissions: permissionsOf('service'),
} as unknown as Staff
const withdrawal: Cause = {
  id: '5',
  kind: 'withdrawal-waits',
  cause: 'goods not back',
  reason: 'goods not back',
  detail: {},
  cases: 1,
  order: '1000003',
  channel: '1014',
  due_day: '2026-11-25',
  overdue_days: 3,
  first_at: '2026-11-25T00:00:10.000Z',
  last_at: '2026-11-25T00:00:10.000Z',
  tries: 1,
  owner: null,
  owned_at: null,
  closed_at: null,
  outcome: null,
  shown: '0'.repeat(32),
  items: [],
  payments: [],
  recipient: {
    voucher: '7',
    name: 'Anna de Vries',
    email: 'anna@example.com',
    telephone: '0612345678',
  },
  resolve: {
    rows: [
      {
        what: 'withdrawal',
        subject: '1000003-W1',
        order: '1000003',
        points: 12,
        cents: 1000,
        before: 'waits',
        after: 'credited-unreturned',
      },
    ],
    effects: [{ after: 'credited-unreturned', count: 1, points: 12, cents: 1000 }],
    more: 0,
    cases: 1,
    note: false,
  },
  colleagues: [],
}

const item = {
  id: '5',
  subject: '1000003-P1',
  order: '1000003',
  channel: '1014',
  reason: 'Mailbox full',
  detail: {},
  first_at: withdrawal.first_at,
  last_at: withdrawal.last_at,
  tries: 1,
}

/** The list of orders answers for the numbers in the address only. */
const ordersByNumber = (address: string) => {
  const order = {
    number: '1000003',
    person: { name: 'Anna de Vries', email: 'anna@example.com' },
    gifts: '2 × Teapot',
    picture: null,
  }
  const asked = new URL(address, 'https://shop.test').searchParams.get('ids')?.split(',') ?? []
  return asked.includes(order.number) ? [order] : []
}

async function openTask(cause: Cause, isDown = () => false) {
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit = {}) =>
    Promise.resolve(
      address.includes('/tasks/')
        ? method === 'GET' && isDown()
          ? Response.json({}, { status: 500 })
          : Response.json(cause)
        : address.includes('/api/orders?')
          ? Response.json({ items: ordersByNumber(address), total: 1, next: null, previous: null })
          : address.includes('/channel-names')
            ? Response.json({ items: [] })
            : new Response('', { status: 404 }),
    ),
  )
  const user = await renderBackoffice(
    <>
      <RereadFailure />
      <TaskPage staff={staff} params={{ id: cause.id }} />
    </>,
  )
  const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`
  await screen.findByRole('heading', { level: 1, name: taskTitle(cause, en, euros) })
  return user
}

it('names the amounts of its button, offers to ask the recipient beside it, and shows a missed date in red (PRODUCT-5, PRODUCT-4)', async () => {
  const user = await openTask(withdrawal)
  const card = await screen.findByRole('region', { name: en('task.wouldWrite') })
  expect(
    within(card).getByRole('button', {
      name: 'Refund 12 points and €10.00 without a return',
    }),
  ).toBeDefined()
  expect(screen.getByText(en('overdue', { count: 3 }))).toBeDefined()
  await user.click(within(card).getByRole('button', { name: en('task.ask') }))
  expect(card.querySelector('a[href^=mailto]')?.getAttribute('href')).toBe(
    'mailto:anna@example.com?subject=Order%201000003',
  )
  expect(
    within(card)
      .getByRole('link', { name: en('task.toOrder') })
      .getAttribute('href'),
  ).toBe('/backoffice/orders/1000003')
})

it('lists what each part does if a button does several things, and offers to close several cases with a reason (PRODUCT-5)', async () => {
  await openTask({
    ...withdrawal,
    order: null,
    recipient: null,
    cases: 3,
    resolve: {
      rows: [],
      effects: [
        { after: 'credited-unreturned', count: 2, points: 20, cents: 0 },
        { after: 'credited', count: 1, points: 0, cents: 1000 },
      ],
      more: 3,
      cases: 3,
      note: false,
    },
  })
  const card = await screen.findByRole('region', { name: en('task.wouldWrite') })
  expect(
    within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Refund 20 points without a return', 'Refund €10.00'])
  expect(within(card).getByRole('button', { name: en('task.resolve', { count: 3 }) })).toBeDefined()
  const close = screen.getByRole('region', { name: en('task.close') })
  expect(within(close).getByRole('button', { name: en('task.closeNow') })).toBeDefined()
})

it('keeps a form with input when its data cannot be read again, and shows the error above (PRODUCT-22)', async () => {
  let isDown = false
  const user = await openTask(withdrawal, () => isDown)
  const close = screen.getByRole('region', { name: en('task.close') })
  await user.type(within(close).getByRole('textbox'), 'Refunded by phone')
  isDown = true
  await user.click(screen.getByRole('button', { name: en('task.take') }))
  const again = await screen.findByRole('button', { name: en('again') })
  expect(screen.getByDisplayValue('Refunded by phone')).toBeDefined()
  isDown = false
  await user.click(again)
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByDisplayValue('Refunded by phone')).toBeDefined()
})

it('no page replaces its data by an error', () => {
  const pages = import.meta.glob<string>('../**/*.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const hides = (source: string) =>
    source
      .split('\n')
      .some(
        (line) =>
          line.includes('error || !') ||
          (['if (error) ', '{error ? '].some((test) => line.includes(test)) &&
            line.includes('void refetch()')),
      )
  expect(Object.keys(pages).length).toBeGreaterThan(200)
  expect(Object.keys(pages).filter((file) => hides(pages[file] ?? ''))).toEqual([])
})

it('shows the reason of a task once, and beside each item only where they differ', async () => {
  const refused: Cause = {
    ...withdrawal,
    kind: 'mail-refused',
    reason: 'Mailbox full',
    detail: { domain: 'example.com' },
    cases: 2,
    items: [item, { ...item, id: '6' }],
    resolve: null,
  }
  await openTask(refused)
  expect(screen.getAllByText('Mailbox full')).toHaveLength(1)
  cleanup()
  await openTask({ ...refused, items: [item, { ...item, id: '6', reason: 'No such mailbox' }] })
  const items = screen.getByRole('region', { name: en('task.itsCases') })
  expect(within(items).getByText('No such mailbox')).toBeDefined()
})

it('shows recipient and gifts of each order (PRODUCT-5)', async () => {
  await openTask({
    ...withdrawal,
    cases: 2,
    items: [
      { ...item, id: '5', order: '1000003' },
      { ...item, id: '6', order: null, subject: 'anna@example.com' },
    ],
  })
  const items = screen.getByRole('region', { name: en('task.itsCases') })
  const [head, withOrder, withoutOrder] = within(items).getAllByRole('row')
  await within(items).findByText('Anna de Vries')
  expect(head?.textContent).toContain(en('order.person'))
  expect(withOrder?.textContent).toContain('2 × Teapot')
  expect(withoutOrder?.textContent).not.toContain('Anna de Vries')
})
