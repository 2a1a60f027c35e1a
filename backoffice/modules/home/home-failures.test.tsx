import { cleanup, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'

import { AuthenticatorAdvice } from '#backoffice/modules/home/AuthenticatorAdvice.tsx'
import { DueItems, DuePage } from '#backoffice/modules/home/DueItems.tsx'
import { TodayLine } from '#backoffice/modules/home/HomeMetrics.tsx'
import { OpenTasks } from '#backoffice/modules/home/OpenTasks.tsx'
import { StockEnding } from '#backoffice/modules/home/StockEnding.tsx'
import { UpcomingReleases } from '#backoffice/modules/home/UpcomingReleases.tsx'
import { TopGifts } from '#backoffice/modules/home/TopGifts.tsx'
import { BatchCurve, PointsOwed } from '#backoffice/modules/reports/LongTermCharts.tsx'
import { TopCards } from '#backoffice/modules/reports/TopCards.tsx'
import { en, renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

const filter = { from: '2026-11-01', to: '2026-11-30' }
const due = (item: Partial<StaffResponse<'dueItems'>['items'][number]>) => ({
  today: '2026-11-25',
  items: [
    {
      kind: 'batch',
      id: '7',
      name: 'Christmas',
      due: '2026-11-28',
      at: null,
      channel: '1014',
      count: 1,
      points: 1,
      cents: 0,
      ...item,
    },
  ],
})

let response: unknown
const answer = () => (response === null ? null : Response.json(response))
const show = (part: ReactNode) => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.includes('/channel-names')
        ? Response.json({ items: [] })
        : (answer() ?? Response.json({}, { status: 500 })),
    ),
  )
  return renderBackoffice(part)
}

const PARTS = {
  'Due items': [<DueItems key="due" channel={null} />, 1],
  'Open tasks': [<OpenTasks key="tasks" />, 1],
  'Stock that ends': [<StockEnding key="stock" channel={null} />, 1],
  'The line of today': [<TodayLine key="today" filter={filter} channel={null} />, 1],
  Releases: [<UpcomingReleases key="releases" />, 1],
  'Top gifts': [<TopGifts key="gifts" filter={filter} channel={null} />, 1],
  'Top lists': [
    <TopCards
      key="top"
      {...{ filter, channel: null, maySeeEmployers: true }}
      compare="previous"
      measure="orders"
    />,
    4,
  ],
  'Activations of a batch': [<BatchCurve key="batch" channel={null} />, 1],
  'Points owed': [<PointsOwed key="owed" filter={filter} channel={null} />, 1],
} as const

for (const [name, [part, cards]] of Object.entries(PARTS)) {
  it(`${name}: a failure to load shows the error and a retry button (PRODUCT-1)`, async () => {
    response = null
    await show(part)
    const errors = await screen.findAllByRole('alert')
    expect(errors).toHaveLength(cards)
    for (const error of errors) within(error).getByRole('button', { name: en('again') })
  })
}

it('loads a part again on request', async () => {
  response = null
  const user = await show(<DueItems channel={null} />)
  const again = await screen.findByRole('button', { name: en('again') })
  response = due({})
  await user.click(again)
  await screen.findByRole('link', { name: 'Christmas' })
})

it('counts one voucher and one point as one (PRODUCT-1)', async () => {
  response = due({})
  await show(<DueItems channel={null} />)
  await screen.findByText('1 voucher expires, 1 point left')
})

it('counts one point of a refund as one (PRODUCT-1)', async () => {
  response = due({ kind: 'return', id: '1000003', cents: 500 })
  await show(<DueItems channel={null} />)
  await screen.findByText('Refund 1 point and €5.00')
})

it('the page of due items shows each action, its day and how late it is', async () => {
  response = due({ kind: 'return', id: '1000003', cents: 500 })
  await show(<DuePage />)
  const row = await screen.findByRole('row', { name: /1000003/ })
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/backoffice/orders/1000003')
  const [, what, , left] = within(row).getAllByRole('cell')
  expect(what?.textContent).toBe('Refund 1 point and €5.00')
  expect(left?.textContent).toBe(en('due.inDays', { count: 3 }))
})

it('hides the advice about an authenticator app for 30 days, for this user (PRODUCT-1)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T09:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    localStorage.clear()
  })
  const render = (staff: string) => {
    cleanup()
    return show(<AuthenticatorAdvice staff={staff} />)
  }
  const button = () => screen.queryByRole('button', { name: en('remindLater', { count: 30 }) })
  const user = await render('1')
  screen.getByText(en('authenticatorAdvice'), { exact: false })
  await user.click(screen.getByRole('button', { name: en('remindLater', { count: 30 }) }))
  expect(button()).toBeNull()
  await render('1')
  expect(button()).toBeNull()
  await render('2')
  expect(button()).not.toBeNull()
  vi.setSystemTime(new Date('2026-12-01T09:00:00Z'))
  await render('1')
  expect(button()).not.toBeNull()
})
