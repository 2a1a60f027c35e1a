import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { ChartSeries } from '#backoffice/kit/charts/chart-series.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { renderBackoffice } from '#backoffice/testing/render-backoffice.tsx'
import { addDays } from '#domain/time/zone-days.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(first, index))
const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function chart(
  count: number,
  series: readonly ChartSeries[],
  options: { kind?: 'sum' | 'last'; steps?: boolean } = {},
) {
  const user = await renderBackoffice(
    <TimeChart
      title="Orders per day"
      at={daysFrom('2026-11-01', count)}
      series={series}
      {...options}
      format={(value) => `${value} orders`}
      hrefOf={(from, to) => `/backoffice/reports/orders?from=${from}&to=${to}`}
      language="en"
      texts={{ asTable: 'Show as table', download: 'Save as image', day: 'Day' }}
    />,
  )
  return { user, points: await screen.findByRole('slider', { name: 'Orders per day' }) }
}

const withPrevious = (count: number): ChartSeries[] => [
  { key: 'now', name: 'This period', values: numbersTo(count) },
  {
    key: 'before',
    name: 'Previous period',
    variant: 'previous',
    values: numbersTo(count).map((value) => 10 * value),
    days: daysFrom('2026-10-01', count),
  },
]
const drawing = (points: HTMLElement) => points.querySelector<SVGElement>('[data-chart]')?.dataset

it('announces the value of each point that the arrow keys reach (PRODUCT-2)', async () => {
  const { user, points } = await chart(30, withPrevious(30))
  const read = () => points.getAttribute('aria-valuetext')
  await user.tab()
  expect(document.activeElement).toBe(points)
  expect(read()).toBe('30 Nov: This period 30 orders, Previous period 300 orders')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(read()).toBe('28 Nov: This period 28 orders, Previous period 280 orders')
  expect(points.getAttribute('aria-valuenow')).toBe('27')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(read()).toContain('1 Nov:')
  const tooltip = () => points.querySelector<HTMLElement>('[data-chart-tooltip]')
  // The previous period shows its own day.
  expect(tooltip()?.textContent).toContain('Previous period1 Oct10 orders')
  await user.keyboard('{Escape}')
  expect(tooltip()).toBeNull()
})

it('shows the values of the point under the pointer until it leaves (PRODUCT-2)', async () => {
  const { user, points } = await chart(30, withPrevious(30))
  points.getBoundingClientRect = () => new DOMRect(0, 0, 640, 220)
  await user.pointer({ target: points, coords: { clientX: 639, clientY: 50 } })
  expect(points.querySelector('[data-chart-tooltip]')?.textContent).toContain('30 Nov')
  await user.unhover(points)
  expect(points.querySelector('[data-chart-tooltip]')).toBeNull()
})

it('draws a month as a line, and the previous period as a dashed line (PRODUCT-2)', async () => {
  const month = await chart(30, withPrevious(30))
  expect(drawing(month.points)).toMatchObject({ chart: 'lines' })
  expect(month.points.querySelectorAll('path[data-variant=previous]')).toHaveLength(1)
})

it('draws bars if many days are empty (PRODUCT-2)', async () => {
  const values = numbersTo(30).map((value) => (value % 3 === 0 ? value : 0))
  const { points } = await chart(30, [{ key: 'now', name: 'Orders', values }])
  expect(drawing(points)).toMatchObject({ chart: 'bars' })
  expect(points.querySelectorAll('rect')).toHaveLength(30)
})

it('draws a second series as bars below zero, without bars for zero (PRODUCT-10)', async () => {
  const { points } = await chart(30, [
    { key: 'paid', name: 'Payments', variant: 'bars', values: numbersTo(30) },
    {
      key: 'back',
      name: 'Refunds',
      variant: 'second',
      values: numbersTo(30).map((at) => (at === 8 ? 4 : 0)),
    },
  ])
  expect(points.querySelectorAll('path')).toHaveLength(0)
  const shown = (variant: string) =>
    [...points.querySelectorAll(`rect[data-variant=${variant}]`)].filter(
      (bar) => bar.getAttribute('height') !== '0',
    )
  const [payment, refund] = [shown('bars'), shown('second')]
  expect([payment.length, refund.length]).toEqual([30, 1])
  const edge = (bar: Element | undefined, name: string) => Number(bar?.getAttribute(name))
  const zero = edge(payment[0], 'y') + edge(payment[0], 'height')
  expect(edge(refund[0], 'y')).toBeCloseTo(zero)
})

it('shows a year as weekly sums, each linked to the list of its week (PRODUCT-2)', async () => {
  const { user, points } = await chart(364, [
    { key: 'now', name: 'Orders', values: Array.from({ length: 364 }, () => 2) },
  ])
  expect(points.getAttribute('aria-valuemax')).toBe('51')
  expect(points.getAttribute('aria-valuetext')).toMatch(/^24\W+30 Oct: Orders 14 orders$/)
  await user.click(screen.getByText('Show as table'))
  const table = within(screen.getByRole('region', { name: 'Orders per day' }))
  const rows = table.getAllByRole('row')
  expect(rows).toHaveLength(53)
  expect(
    within(rows[1] ?? points)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/backoffice/reports/orders?from=2026-11-01&to=2026-11-07')
})

it('draws a level as a line, and shows a dash for days to come', async () => {
  const values = numbersTo(10).map((value) => (value > 8 ? null : value))
  const { points } = await chart(10, [{ key: 'now', name: 'Stock', values }], { kind: 'last' })
  expect(drawing(points)).toMatchObject({ chart: 'lines' })
  expect(points.getAttribute('aria-valuetext')).toBe('10 Nov: Stock –')
})

it('draws a level with steps from its first known value (PRODUCT-3)', async () => {
  const { points } = await chart(
    5,
    [{ key: 'now', name: 'Stock', values: [null, 0, 40, 40, 12] }],
    {
      kind: 'last',
      steps: true,
    },
  )
  const line = points.querySelector('path[data-variant=main]')?.getAttribute('d') ?? ''
  const places = line
    .split(/[ML]/)
    .filter(Boolean)
    .map((place) => place.split(',').map(Number))
  expect(places.length).toBeGreaterThan(4)
  for (const [at, [x, y]] of places.entries()) {
    const [beforeX, beforeY] = places[at - 1] ?? [x, y]
    expect(x === beforeX || y === beforeY).toBe(true)
  }
  expect(places[0]?.[0]).toBeGreaterThan(100)
})

it('fills the area between a lowest and a highest value, and lists both in the table only (PRODUCT-2)', async () => {
  const { points } = await chart(
    3,
    [
      { key: 'likely', name: 'Forecast', variant: 'forecast', values: [null, 4, 6] },
      { key: 'low', name: 'Lowest', variant: 'low', values: [null, 4, 5] },
      { key: 'high', name: 'Highest', variant: 'high', values: [null, 4, 9] },
    ],
    { kind: 'last' },
  )
  const figure = screen.getByRole('figure', { name: 'Orders per day' })
  expect(points.querySelectorAll('path[data-variant]')).toHaveLength(1)
  expect(points.querySelector('path[data-band]')?.getAttribute('d')).toMatch(/^M.*Z$/)
  expect(points.getAttribute('aria-valuetext')).toBe('3 Nov: Forecast 6 orders')
  expect(within(figure).getByRole('columnheader', { name: 'Highest', hidden: true })).toBeDefined()
})
