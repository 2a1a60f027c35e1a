import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { VoucherPage } from '#backoffice/modules/vouchers/detail/VoucherPage.tsx'
import type { VoucherDetail } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'

const staff = {
  id: '1',
  role: 'service',
  permissions: permissionsOf('service'),
} as unknown as Staff
const voucher: VoucherDetail = {
  id: '7',
  last3: 'abc',
  channel: { id: '1014', name: 'Giftpoint', time_zone: 'Europe/Amsterdam' },
  batch: { id: '4', note: 'Jubilee', campaign: null },
  state: 'open',
  waits: null,
  valid_from: null,
  valid_until: null,
  last_day: null,
  language: 'nl',
  balance: { granted: 12, reserved: 2, spent: 5, expired: 0, available: 5 },
  person: { name: 'Anna de Vries', mail: 'anna@example.com', phone: '', department: '' },
  masked: false,
  codes_replaced: 0,
  mailed_to: { person: '9', email: 'anna@example.com' },
  seen_at: null,
  orders: [],
  mails: [],
  given: [],
  undoable: [],
  waiting: [],
  timeline: [],
  more: false,
  points_alone: 10,
  screen: {
    language: 'nl',
    closed: null,
    words: '',
    points: 5,
    maximum: 9,
    cart: [],
    gifts: [],
    gifts_total: 0,
  },
}

/** Answers each call by the end of its path, and keeps what was sent. */
async function openVoucher(voucher: VoucherDetail) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    const { pathname } = new URL(address, 'http://shop')
    if (pathname.endsWith('/presence')) {
      return Promise.resolve(Response.json({ others: [], elsewhere: false }))
    }
    if (method === 'POST') {
      sent.push({ path: pathname, body: JSON.parse(typeof body === 'string' ? body : '{}') })
    }
    if (pathname.endsWith('/vouchers/7')) return Promise.resolve(Response.json(voucher))
    if (pathname.endsWith('/replace-code'))
      return Promise.resolve(Response.json({ code: 'XK4P7QABC' }))
    if (pathname.endsWith('/mail')) return Promise.resolve(Response.json({}))
    return Promise.resolve(Response.json({ items: [] }))
  })
  const user = await renderBackoffice(<VoucherPage staff={staff} params={{ id: '7' }} />)
  await screen.findByRole('heading', { level: 2, name: en('voucher.balance') })
  return { user, sent }
}

it('draws the points that are left, and the reserved points after them', async () => {
  await openVoucher(voucher)
  const bar = screen.getByRole('img', { name: en('voucher.leftOf', { left: 5, granted: 12 }) })
  expect(bar.getAttribute('viewBox')).toBe('0 0 12 1')
  const [left, reserved] = bar.querySelectorAll('rect')
  expect([left?.getAttribute('width'), reserved?.getAttribute('x')]).toEqual(['5', '5'])
  expect(reserved?.getAttribute('width')).toBe('2')
})

it('shows that a voucher without points is spent', async () => {
  await openVoucher({
    ...voucher,
    balance: { granted: 12, reserved: 0, spent: 12, expired: 0, available: 0 },
  })
  expect(screen.getByText(en('voucher.state.spent'))).toBeDefined()
})

it('emails a code from the dialog of a new code, with the reason of the replacement', async () => {
  const { user, sent } = await openVoucher(voucher)
  await user.click(screen.getByRole('button', { name: /^Replace code/ }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: en('voucher.replace') }))
  // The new code has a dialog of its own.
  const mail = await screen.findByRole('button', {
    name: en('voucher.mailCode', { mail: 'anna@example.com' }),
  })
  expect(screen.getByText(en('voucher.mailCodeHelp'))).toBeDefined()
  await user.click(mail)
  expect(sent.map(({ path }) => path.split('/api')[1])).toEqual([
    '/vouchers/7/replace-code',
    '/batches/4/recipients/9/mail',
  ])
  expect(sent[1]?.body).toMatchObject({ reason: en('voucher.replaceLost') })
  // Shown, and read out.
  expect(await screen.findAllByText(en('voucher.resent'))).not.toHaveLength(0)
})
