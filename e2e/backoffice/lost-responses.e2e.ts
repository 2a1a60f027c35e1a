import { nl, withAnyValue } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { chooseOrderAction, signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectHidden, test, expectVisible, type Visit } from '#e2e/support/browser-test.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { headerText, releaseClient } from '#server/testing/clients/release-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'

/** The server handles the request, but the response is lost while `lost.next` is set. */
async function loseAnswers({ page }: Visit, path: string, lost: { next: boolean }) {
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST' || !lost.next) return route.fallback()
    lost.next = false
    await route.fetch()
    return route.abort()
  })
}

test('an action whose response was lost runs once when it is repeated at once or after a reload (WIRE-11)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('ERR_FAILED')
  await signInAsStaff(wide, 'nl', '/backoffice/batches/new', owner)
  const lost = { next: true }
  await loseAnswers(wide, '/backoffice/api/batches', lost)
  const wrong = page.getByText(nl('noConnection'))

  const form = page.getByRole('form')
  const next = form.getByRole('button', { name: nl('nextStep') })
  await form.getByLabel(nl('channel')).selectOption('1014')
  await form.getByLabel(nl('pointsEach')).fill('7')
  await next.click()
  await next.click()
  await form.getByLabel(nl('stepRecipients')).selectOption('number')
  await form.getByLabel(nl('voucherCount')).fill('3')
  await next.click()
  await next.click()
  const make = form.getByRole('button', { name: nl('createBatch', { count: 3 }) })
  await make.click()
  await expectVisible(wrong)
  const batches = () => shop.sql<{ id: string }[]>`
      select id::text from voucher_batch where staff_id = ${owner.staffId}`
  expect(await batches()).toHaveLength(1)
  // The draft is still there, and a retry refers to the same batch.
  await page.reload()
  await make.click()
  const [made] = await batches()
  await expectVisible(
    page.getByRole('heading', { level: 1, name: nl('batchNumber', { id: made?.id ?? '' }) }),
  )
  expect(await batches()).toHaveLength(1)

  const { voucherId } = await shop.holder()
  lost.next = true
  await loseAnswers(wide, `/backoffice/api/vouchers/${voucherId}/notes`, lost)
  const notes = () => shop.sql`select from voucher_note where voucher_id = ${voucherId}`
  await wide.go(`/backoffice/recipients/${voucherId}`)
  const dialog = page.getByRole('dialog')
  const open = async () => {
    await page
      .getByRole('group')
      .getByRole('button', { name: nl('voucher.note') })
      .click()
    await dialog.getByRole('textbox', { name: nl('voucher.note') }).fill('Belt morgen terug')
  }
  await open()
  const save = dialog.getByRole('button', { name: nl('save') })
  await save.click()
  await expectVisible(wrong)
  expect(await notes()).toHaveLength(1)
  await save.click()
  await expectHidden(dialog)
  expect(await notes()).toHaveLength(1)
  // A deliberate repeat creates a second note.
  await open()
  await save.click()
  await expectHidden(dialog)
  expect(await notes()).toHaveLength(2)
})

test('a gift becomes unavailable once when the action is repeated after a lost response (WIRE-11)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('ERR_FAILED')
  const mug = await shop.gift({ name: 'Mok', points: 5, inStock: 20 })
  const { number } = await sampleOrder(shop, { gifts: [mug], quantity: 4 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute'`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const lost = { next: true }
  await loseAnswers(wide, `/backoffice/api/orders/${number}/replacements`, lost)
  const wrong = page.getByText(nl('noConnection'))
  const open = () => shop.sql`
      select (former ->> 'quantity')::integer as quantity from replacement_offer
      where order_number = ${number} order by started_at`

  await signInAsStaff(wide, 'nl', `/backoffice/orders/${number}`, owner)
  const part = page.getByRole('region', { name: nl('replacement.title') })
  const form = page.getByRole('form', { name: nl('replacement.begin') })
  const pieces = form.getByLabel(nl('replacement.quantity'))
  const send = form.getByRole('button', { name: nl('replacement.send') })
  await chooseOrderAction(page, nl('replacement.begin'))
  await pieces.fill('2')
  await send.click()
  await expectVisible(wrong)
  // The page shows what was done; the form still is what was sent.
  await expectVisible(part.getByText('2 × Mok'))
  expect(await pieces.inputValue()).toBe('2')
  await send.click()
  await expectHidden(send)
  expect(await open()).toEqual([{ quantity: 2 }])
  await expectVisible(page.getByText(nl('replacement.sentBefore')))
  // After a response, the next request is a new one: all remaining units, so the line then has none.
  lost.next = true
  await chooseOrderAction(page, nl('replacement.begin'))
  await pieces.fill('2')
  await send.click()
  await expectVisible(wrong)
  expect(await open()).toEqual([{ quantity: 2 }, { quantity: 2 }])
  expect(await pieces.inputValue()).toBe('2')
  await send.click()
  await expectHidden(send)
  expect(await open()).toHaveLength(2)
})

test('a note on several orders is saved once when it is repeated after a lost response (WIRE-11)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  wide.expectConsoleError('ERR_FAILED')
  const mug = await shop.gift({ name: 'Mok', points: 5, inStock: 20 })
  const numbers = [
    (await sampleOrder(shop, { gifts: [mug] })).number,
    (await sampleOrder(shop, { gifts: [mug] })).number,
  ]
  const lost = { next: true }
  await loseAnswers(wide, '/backoffice/api/order-actions', lost)
  const wrong = page.getByText(nl('noConnection'))
  await signInAsStaff(wide, 'nl', '/backoffice/orders', owner)
  const dialog = page.getByRole('dialog')
  const note = async () => {
    for (const one of numbers) await page.getByRole('checkbox', { name: new RegExp(one) }).check()
    await page.getByRole('button', { name: nl('orders.noteOf', { count: 2 }) }).click()
    await dialog.getByRole('textbox').fill('Gebeld')
  }
  const keep = dialog.getByRole('button', { name: nl('orders.noteOf', { count: 2 }) })
  const notes = async () => (await shop.sql`select from order_note where body = 'Gebeld'`).length
  await note()
  await keep.click()
  await expectVisible(wrong)
  expect(await notes()).toBe(2)
  await keep.click()
  await expectHidden(dialog)
  expect(await notes()).toBe(2)
  // A deliberate repeat creates a second note.
  await note()
  await keep.click()
  await expectHidden(dialog)
  expect(await notes()).toBe(4)
})

test('typed text is in one draft when saving is repeated after a lost response, and discarded text is in none (WIRE-11)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const backoffice = await releaseClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${backoffice.guest.staffId}`
  wide.expectConsoleError('ERR_FAILED')
  await backoffice.write('Eerst', headerText('typed'), 'Eerst')
  const lost = { next: true }
  const wrong = page.getByText(nl('noConnection'))
  await loseAnswers(wide, '/backoffice/api/releases', lost)
  await signInAsStaff(
    wide,
    'nl',
    '/backoffice/content/texts/headercomponents?channel=1014',
    backoffice.guest,
  )
  const field = page.getByRole('textbox', { name: `Typed, ${nl('in.nl')}`, exact: true })
  const add = page.getByRole('button', { name: nl('addToRelease') })
  const write = async (words: string) => {
    await field.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(words)
  }
  const drafts = () => shop.sql<{ state: string; says: string | null }[]>`
      select state, after ->> 'value' as says from release left join release_change on release_id = release.id
      where made_by = ${backoffice.guest.staffId} and state in ('draft', 'archived') order by release.id`
  await write('Daarna')
  await add.click()
  await expectVisible(wrong)
  expect(await drafts()).toEqual([{ state: 'draft', says: 'Daarna' }])
  await write('Nog iets later')
  await add.click()
  await expectVisible(
    page
      .locator('[data-result]')
      .getByText(withAnyValue(nl('addedToRelease', { count: 1 })))
      .last(),
  )
  await expect.poll(drafts).toEqual([{ state: 'draft', says: 'Nog iets later' }])

  lost.next = true
  await wide.go('/backoffice/content/texts/headercomponents?channel=1014')
  await write('Toch niet')
  await add.click()
  await expectVisible(wrong)
  await page.getByRole('button', { name: nl('discard') }).click()
  await expect.poll(drafts).toEqual([
    { state: 'draft', says: 'Nog iets later' },
    { state: 'archived', says: 'Toch niet' },
  ])
})

test('a server error on a write shows its number, and a proxy error says that the server is down (SAFE-17)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  for (const status of ['500', '502', '503', '504']) wide.expectConsoleError(status)
  const { voucherId } = await shop.holder()
  await signInAsStaff(wide, 'nl', `/backoffice/recipients/${voucherId}`, owner)
  const html = { body: '<html>Bad Gateway</html>', contentType: 'text/html' }
  const answers = [
    { status: 500, json: {}, headers: { 'x-request-id': 'req-73' } },
    { status: 502, ...html },
    { status: 503, ...html },
    { status: 504, body: '' },
  ]
  await page.route(`**/backoffice/api/vouchers/${voucherId}/notes`, (route) => {
    const answer = answers.shift()
    return answer ? route.fulfill(answer) : route.fallback()
  })
  await page
    .getByRole('group')
    .getByRole('button', { name: nl('voucher.note') })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: nl('voucher.note') }).fill('Belt morgen terug')
  const save = dialog.getByRole('button', { name: nl('save') })
  await save.click()
  await expectVisible(dialog.getByText(nl('brokenNumber', { number: 'req-73' })))
  for (const left of [2, 1, 0]) {
    await save.click()
    await expect.poll(() => answers.length).toBe(left)
    await expectVisible(dialog.getByText(nl('serverDown')))
  }
  await save.click()
  await expectHidden(dialog)
})
