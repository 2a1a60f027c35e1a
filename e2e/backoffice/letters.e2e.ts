import { nl, withAnyValue } from '#e2e/support/messages.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'

const LONG = 'Dank je wel. '.repeat(60)

test('letters that cannot be printed or do not fit a page are reported before the batch and before its codes are created (DESK-26)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await shop.sql`update staff set language = 'nl' where id = ${owner.staffId}`
  await signInAsStaff(wide, 'nl', '/backoffice/batches/new', owner)
  const form = page.getByRole('form')
  const next = form.getByRole('button', { name: nl('nextStep') })
  await form.getByLabel(nl('channel')).selectOption('1014')
  await form.getByLabel(nl('pointsEach')).fill('7')
  await next.click()
  await next.click()
  const list = form.getByLabel(nl('pasteList'))
  // A cell that is too long is reported by row and column, and blocks the next step.
  await list.fill(`naam;afdeling\nAnna;\nBo;${'a'.repeat(121)}`)
  await expectVisible(
    form.getByText(nl('cellTooLong', { row: 3, column: nl('department'), most: 120 })),
  )
  await expectNoAxeViolations(page)
  await next.click()
  await expectVisible(list)
  // Ignored parts of a list are reported but do not block the next step.
  await list.fill('naam;taal;personeelsnummer\nAnna;Fries;17\nBo;en;18')
  await expectVisible(form.getByText(nl('columnsLeftOut', { count: 1, some: 'personeelsnummer' })))
  await expectVisible(form.getByText(nl('languageLeftOut', { row: 2, said: 'Fries' })))
  // Unknown headers are assigned once and remembered for the next list with the same headers.
  const odd = 'Nr;Persoon;Plek;Waarheen\n0017;Smit, Ada;Haven;ada@example.com'
  await list.fill(odd)
  await expectVisible(form.getByText(nl('recipientsFound', { count: 2 })))
  await form.getByLabel(nl('firstRowIsHeader')).check()
  await form.getByLabel('Nr', { exact: true }).selectOption('')
  await form.getByLabel('Persoon', { exact: true }).selectOption(nl('recipientField.name'))
  await form.getByLabel('Plek', { exact: true }).selectOption(nl('department'))
  await expectVisible(form.getByRole('row', { name: 'Smit, Ada Haven ada@example.com' }))
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await list.fill('naam\nBo')
  await list.fill(odd.replace('Ada', 'Eva'))
  await expectVisible(form.getByRole('row', { name: 'Smit, Eva Haven ada@example.com' }))
  await list.fill(`naam;afdeling;bericht\nAnna;;${LONG}\nLi 王;;`)
  await next.click()
  await next.click()
  const shapeless = page.getByText(
    nl('letters.no-shape', { where: `2. Li 王, ${nl('letters.of.name')}`, letters: '王' }),
  )
  const long = page.getByText(
    nl('letters.too-long.large', { where: `1. Anna, ${nl('letters.of.words')}` }),
  )
  await expectVisible(shapeless)
  await expectVisible(long)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  // It is made all the same: a table has a shape for everything.
  await form.getByRole('button', { name: nl('createBatch', { count: 2 }) }).click()
  await expectVisible(
    page.getByRole('heading', { level: 1, name: withAnyValue(nl('batchNumber')) }),
  )
  await expectVisible(shapeless)
  const table = page.getByRole('link', { name: nl('codes.csv') })
  const letters = page.getByRole('link', { name: nl('codes.pdf') })
  await expectVisible(table)
  await expectVisible(page.getByText(nl('letters.leftOut', { count: 1 })))
  await expectVisible(letters)
  await expectNoAxeViolations(page)

  // The person whose letter is left out is corrected from there; the other letters need not wait for that.
  const batch = page.url()
  await page
    .getByRole('listitem')
    .filter({ has: shapeless })
    .getByRole('link', { name: nl('letters.resolve') })
    .click()
  const written = page.getByRole('form', { name: nl('recipientDetails') })
  await written.getByLabel(nl('letters.of.name')).fill('Li')
  await expectNoAxeViolations(page)
  await written.getByRole('button', { name: nl('save') }).click()
  await expectVisible(page.getByText(nl('recipientDetailsSaved'), { exact: true }).first())
  await page.goto(batch)
  await expectVisible(long)
  await expectVisible(letters)
  await expectHidden(shapeless)
})
