import { en, nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectNoHorizontalScroll, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'

test('Home and reports compare a period with the previous one in accessible charts, and each number opens its list (DESK-40, PRODUCT-1, PRODUCT-2)', async ({
  wide,
  phone,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const paid = await cardOrder(shop, { gift: vase, points: 2 })
  const earlier = await sampleOrder(shop, { gifts: [vase], quantity: 2 })
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update orders set placed_at = placed_at - interval '7 days' where number = ${earlier.number}`
    await sql`
        insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at, voucher_id)
        values (${earlier.number}, 1, gen_random_uuid(), 'anna@example.com', 4, 4, 0, now() - interval '17 days',
          ${earlier.holder.voucherId})`
  })
  wide.expectConsoleError('401')
  phone.expectConsoleError('401')

  await signInAsStaff(wide, 'nl', '/backoffice?channel=1014', owner)
  // What today has brought is said without a click.
  await expectVisible(page.locator('[data-today]').getByText('€ 10,00', { exact: true }))
  // No part is hidden in a scroll area of its own.
  const scrolled = await page
    .locator('main *')
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(one).overflowY),
        ).length,
    )
  expect(scrolled).toBe(0)
  await page.getByLabel(nl('reports.period')).selectOption({ label: nl('reports.period.week') })
  const tile = page.locator('[data-metric=paid]')
  await expectVisible(tile.getByText('€ 10,00', { exact: true }))
  await expectVisible(tile.getByText(nl('reports.before', { value: '€ 0,00' })))
  await expectVisible(tile.locator('[data-spark]'))
  await expectVisible(page.locator('[data-metric=activated]').getByText('%'))
  const due = page.locator('[data-due-items] li', { hasText: earlier.number })
  await expectVisible(due.getByText(nl('due.overdue', { count: 3 })))
  const top = page.getByRole('region', { name: nl('reports.topGifts') })
  await expectVisible(top.getByRole('listitem').first())
  // The chart is read by the arrow keys, each day beside that of the week before.
  const points = page.getByRole('slider', { name: nl('reports.perDay.orders') })
  await points.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('End')
  const read = (await points.getAttribute('aria-valuetext')) ?? ''
  expect(read).toContain(nl('reports.compare.previous'))
  await expectVisible(page.locator('[data-chart-tooltip]'))
  expect(await page.locator('path[data-variant=previous]').count()).toBe(1)
  await page.getByRole('radio', { name: nl('reports.measure.spent') }).check()
  await expectVisible(page.getByRole('slider', { name: nl('reports.perDay.spent') }))
  await expectNoAxeViolations(page)

  await page
    .getByRole('link', { name: nl('reports.title'), exact: true })
    .first()
    .click()
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('reports.title') }))
  await page
    .getByLabel(nl('reports.period'), { exact: true })
    .selectOption({ label: nl('reports.period.week') })
  // The first and the last day are asked for where no named period fits.
  const from = page.getByLabel(nl('from'), { exact: true })
  expect(await from.count()).toBe(0)
  await page
    .getByLabel(nl('reports.period'), { exact: true })
    .selectOption({ label: nl('reports.period.own') })
  await expectVisible(from)
  await page
    .getByLabel(nl('reports.period'), { exact: true })
    .selectOption({ label: nl('reports.period.week') })
  const measure = page.getByRole('group', { name: nl('reports.measure') })
  await measure.getByText(nl('reports.measure.spent'), { exact: true }).click()
  const chart = page.getByRole('figure', { name: nl('reports.perDay.spent') })
  await expectVisible(chart)
  // Every number and every day label is inside the chart, the last one too.
  const cutOff = await chart.locator('svg[data-chart]').evaluate((one) => {
    const { width, height } = (one as unknown as SVGSVGElement).viewBox.baseVal
    return [...one.querySelectorAll('text')]
      .filter((text) => {
        const box = text.getBBox()
        return box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > height
      })
      .map((text) => text.textContent)
  })
  expect(cutOff).toEqual([])
  const image = page.waitForEvent('download')
  await chart.getByRole('button', { name: nl('chart.download') }).click()
  expect((await image).suggestedFilename()).toMatch(/^[a-z-]+\.png$/)
  for (const part of ['reports.byChannel', 'reports.byEmployer'] as const)
    await expectVisible(
      page.getByRole('region', { name: nl(part, { measure: nl('reports.of.spent') }) }),
    )
  await expectVisible(page.getByRole('region', { name: nl('reports.byHour'), exact: true }))
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: nl('reports.section.vouchers') }).click()
  for (const part of ['reports.owed', 'reports.curve'] as const)
    await expectVisible(page.getByRole('region', { name: nl(part), exact: true }))
  await expectNoAxeViolations(page)
  // The points granted add up to the points left.
  const lines = page.getByRole('region', { name: nl('reports.account') }).getByRole('listitem')
  const [before, given, back, spent, ended, left] = (await lines.locator('b').allInnerTexts()).map(
    (points) => Number(points.replaceAll('.', '')),
  )
  expect(spent).toBeGreaterThan(0)
  expect((before ?? 0) + (given ?? 0) + (back ?? 0) - (spent ?? 0) - (ended ?? 0)).toBe(left)

  // By keyboard: the table below the chart, and one of its days. The other section keeps period and measure.
  await page.getByRole('link', { name: nl('reports.section.orders') }).click()
  await expectVisible(page.getByRole('figure', { name: nl('reports.perDay.spent') }))
  await measure.getByText(nl('reports.measure.orders'), { exact: true }).click()
  const days = page.getByRole('figure', { name: nl('reports.perDay.orders') })
  await days.locator('summary').focus()
  await page.keyboard.press('Enter')
  const row = days.getByRole('row').last()
  const [, orders] = await row.locator('th, td').allTextContents()
  await row.getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: nl('reports.of.orders') }))
  await expectVisible(
    page
      .locator('[data-list-sum]')
      .getByText(nl('reports.sum', { sum: orders ?? '' }), { exact: true }),
  )
  await expectVisible(page.getByRole('link', { name: new RegExp(paid.number) }))
  await expectNoAxeViolations(page)
  await page.goBack()
  await page
    .getByLabel(nl('reports.period'), { exact: true })
    .selectOption({ label: nl('reports.period.today') })
  await page.getByRole('link', { name: `${nl('reports.of.paid')} € 10,00` }).click()
  await expectVisible(
    page
      .locator('[data-list-sum]')
      .getByText(nl('reports.sum', { sum: '€ 10,00' }), { exact: true }),
  )
  expect(await page.locator('[data-row-link]').count()).toBe(1)
  await page.locator('[data-row-link]').click()
  await expectVisible(page.getByRole('heading', { level: 1, name: new RegExp(paid.number) }))

  await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
  await phone.page.setViewportSize({ width: 320, height: 720 })
  await signInAsStaff(phone, 'en', '/backoffice/reports?channel=1014', owner)
  await expectVisible(phone.page.getByRole('figure', { name: en('reports.perDay.orders') }))
  await expectNoHorizontalScroll(phone.page)
  await expectNoAxeViolations(phone.page)
  await phone.page.getByRole('link', { name: en('reports.section.vouchers') }).click()
  const funnel = phone.page.getByRole('region', { name: en('reports.funnel') })
  const step = funnel.getByRole('link', { name: en('reports.step.ordered') })
  const count = /(\d+)\s*\d+%/.exec(await step.innerText())?.[1] ?? ''
  await step.click()
  await expectVisible(
    phone.page
      .locator('[data-list-sum]')
      .getByText(en('reports.sum', { sum: count }), { exact: true }),
  )
  await expectNoHorizontalScroll(phone.page)
  await expectNoAxeViolations(phone.page)

  // A batch and its campaign have the same curve against the last day.
  const [batch] = await shop.sql<{ id: string }[]>`
      select batch_id::text as id from voucher where id = ${paid.holder.voucherId}`
  const [campaign] = await shop.sql<{ id: string }[]>`
      with sender as (insert into employer (name, added_at) values ('Acme', now()) returning id)
      insert into campaign (employer_id, channel_id, name, added_at)
      select id, '1014', 'Winter', now() from sender returning id::text`
  await shop.sql`
      update voucher_batch set campaign_id = ${campaign?.id ?? ''}::bigint where id = ${batch?.id ?? ''}::bigint`
  for (const path of [`batches/${batch?.id}`, `campaigns/${campaign?.id}`]) {
    await wide.go(`/backoffice/${path}`)
    const curve = page.getByRole('figure', { name: en('reports.curve') })
    await expectVisible(curve)
    expect(await curve.getByRole('slider').getAttribute('aria-valuetext')).toContain(
      en('reports.activated'),
    )
    await expectNoAxeViolations(page)
  }
})

test('Home starts with the tasks of the role, and shows nothing that the role may not read (PRODUCT-1)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  wide.expectConsoleError('401')
  const editor = await staffClient(shop, 'editor', ['1014'])
  await signInAsStaff(wide, 'nl', '/backoffice', editor)
  await expectVisible(page.locator('[data-metric=orders]'))
  const parts = () =>
    page
      .locator('[data-home-part]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-home-part')))
  expect(await parts()).toEqual([
    'releases',
    'metrics',
    'charts',
    'gifts',
    'due',
    'tasks',
    'activity',
  ])
  await expectNoAxeViolations(page)
})
