import { en, nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { axeFindsNothing } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { fitsSideways, journey, see } from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'

journey(
  'figures stand on today and on their page, say what they show without colour, and each opens the list it was summed from (DESK-40)',
  async ({ wide, phone, shop }) => {
    const { page } = wide
    const owner = await staffClient(shop)
    await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
    const vase = await shop.gift({ points: 4, inStock: 9 })
    const paid = await cardOrder(shop, { gift: vase, points: 2 })
    await sampleOrder(shop, { gifts: [vase], quantity: 2 })
    wide.expectComplaint('401')
    phone.expectComplaint('401')

    await signInAsStaff(wide, 'nl', '/backoffice?channel=1014', owner)
    const week = page.getByRole('region', { name: nl('reports.lastWeek') })
    await see(week.getByRole('link', { name: `${nl('reports.of.paid')} € 10,00` }))
    await axeFindsNothing(page)
    await week.getByRole('link', { name: nl('reports.all') }).click()
    await see(page.getByRole('heading', { level: 1, name: nl('reports.title') }))
    const plot = page.getByRole('img', {
      name: withAnyValue(`${nl('reports.ordersADay')} ${nl('reports.plotSays')}`),
    })
    await see(plot)
    // Every number and every day label is inside the plot, the last one too.
    const cutOff = await plot.evaluate((one) => {
      const { width, height } = (one as unknown as SVGSVGElement).viewBox.baseVal
      return [...one.querySelectorAll('text')]
        .filter((text) => {
          const box = text.getBBox()
          return box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > height
        })
        .map((text) => text.textContent)
    })
    expect(cutOff).toEqual([])
    await see(
      page.getByRole('img', {
        name: withAnyValue(`${nl('reports.byHour')} ${nl('reports.fullestHour')}`),
      }),
    )
    await axeFindsNothing(page)

    // The points granted add up to the points left.
    const lines = page.getByRole('region', { name: nl('reports.account') }).getByRole('listitem')
    const [before, given, back, spent, ended, left] = (
      await lines.locator('b').allInnerTexts()
    ).map((points) => Number(points.replaceAll('.', '')))
    expect(spent).toBeGreaterThan(0)
    expect((before ?? 0) + (given ?? 0) + (back ?? 0) - (spent ?? 0) - (ended ?? 0)).toBe(left)

    // By keyboard: the table beside the plot, and one of its days.
    const days = page.getByRole('region', { name: nl('reports.ordersADay') })
    await days.locator('summary').focus()
    await page.keyboard.press('Enter')
    const row = days.getByRole('row').last()
    const [, orders] = await row.locator('th, td').allTextContents()
    await row.getByRole('link').focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('heading', { level: 1, name: nl('reports.of.orders') }))
    await see(
      page
        .locator('[data-list-sum]')
        .getByText(nl('reports.sum', { sum: orders ?? '' }), { exact: true }),
    )
    await see(page.getByRole('link', { name: new RegExp(paid.number) }))
    await axeFindsNothing(page)
    await page.goBack()
    await page.getByLabel(nl('reports.period')).selectOption({ label: nl('reports.period.today') })
    await page.getByRole('link', { name: nl('reports.of.paid') }).click()
    await see(
      page
        .locator('[data-list-sum]')
        .getByText(nl('reports.sum', { sum: '€ 10,00' }), { exact: true }),
    )
    expect(await page.locator('[data-row-link]').count()).toBe(1)
    await page.locator('[data-row-link]').click()
    await see(page.getByRole('heading', { level: 1, name: new RegExp(paid.number) }))

    await shop.sql`update staff set language = 'en' where id = ${owner.staffId}`
    await phone.page.setViewportSize({ width: 320, height: 720 })
    await signInAsStaff(phone, 'en', '/backoffice/figures?channel=1014', owner)
    await see(
      phone.page.getByRole('img', {
        name: withAnyValue(`${en('reports.ordersADay')} ${en('reports.plotSays')}`),
      }),
    )
    await fitsSideways(phone.page)
    await axeFindsNothing(phone.page)
    const funnel = phone.page.getByRole('region', { name: en('reports.funnel') })
    const step = funnel.getByRole('link', { name: en('reports.step.ordered') })
    const count = /(\d+)\s*\d+%/.exec(await step.innerText())?.[1] ?? ''
    await step.click()
    await see(
      phone.page
        .locator('[data-list-sum]')
        .getByText(en('reports.sum', { sum: count }), { exact: true }),
    )
    await fitsSideways(phone.page)
    await axeFindsNothing(phone.page)
  },
)
