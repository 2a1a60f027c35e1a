import { nl } from '#e2e/support/messages.ts'
import { expect } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { signInAsStaff } from '#e2e/support/backoffice-steps.ts'
import { expectHidden, test, expectVisible } from '#e2e/support/browser-test.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
const LIST =
  'Naam;Afdeling;E-mail\r\nAnna;Magazijn;anna@example.com\r\nBo;Kantoor;bo@example\r\n;Kantoor;zonder.naam@example.com\r\n;Kantoor;\r\n'

test('an unreadable file does not replace the list, an invalid email address is named and blocks the next steps, and the review shows campaign, budget and message (SAFE-16, C3, C4, C5)', async ({
  wide,
  shop,
}) => {
  const { page } = wide
  const owner = await staffClient(shop)
  await owner.signIn()
  const post = async (path: string, input: object) =>
    (await jsonOf<{ id: string }>(await owner.request('POST', `/backoffice/api/${path}`, input))).id
  const employer = await post('employers', { name: 'Kwartelhof' })
  await post('campaigns', {
    employer,
    channel: '1014',
    name: 'Kerst',
    budget_points: 40,
    closes: '2035-06-30',
  })
  wide.expectConsoleError('401')
  wide.expectConsoleError('400')
  await signInAsStaff(wide, 'nl', '/backoffice/batches/new', owner)
  const form = page.getByRole('form')
  const next = () => form.getByRole('button', { name: dutch.nextStep }).click()
  await form.getByLabel(dutch.channel).selectOption('1014')
  await form.getByLabel(dutch.campaign).selectOption({ label: 'Kerst, Kwartelhof' })
  await form.getByLabel(nl('pointsEach')).fill('12')
  await form.getByLabel(dutch.name).fill('Bij de kerstborrel')
  await next()
  // The days of the campaign are proposed.
  expect(await form.getByLabel(nl('validUntil')).inputValue()).toBe('30-06-2035')
  await next()

  const chosen = form.getByLabel(dutch.orFile)
  await chosen.setInputFiles(file('mensen.csv', LIST))
  await expectVisible(form.getByRole('cell', { name: 'Anna' }))
  await chosen.setInputFiles({
    name: 'foto.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(99)]),
  })
  await expectVisible(form.getByText('foto.xlsx'))
  await expectVisible(form.getByText(dutch.listBeforeStays))
  // The list below goes on under its own name.
  await expectVisible(form.getByText('mensen.csv', { exact: true }))
  await expectHidden(form.getByText('foto.xlsx', { exact: true }))
  await expectVisible(form.getByRole('cell', { name: 'Anna' }))

  // Each row that is wrong is named by its line, and marked in the table.
  await expectVisible(form.getByText(nl('languageLeftOut', { row: 3, said: 'bo@example' })))
  await expectVisible(form.getByText(nl('recipientsWithoutName', { count: 1 })))
  await expectVisible(
    form.getByText(nl('languageLeftOut', { row: 4, said: 'zonder.naam@example.com' })),
  )
  await expectVisible(form.getByText(nl('rowsLeftOut', { count: 1, some: '5' })))
  await expectVisible(form.getByRole('row', { name: `4 ${nl('nameMissing')}` }))

  const last = page.getByRole('button', { name: `5. ${dutch.stepReview}` })
  expect(await last.isDisabled()).toBe(true)
  await next()
  const list = form.getByLabel(dutch.pasteList)
  expect(await list.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => list.evaluate((one) => one === document.activeElement)).toBe(true)
  const said = await list.getAttribute('aria-describedby')
  const told = (said ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent())
  expect((await Promise.all(told)).join(' ')).toContain('bo@example')
  expect(await last.isDisabled()).toBe(true)

  await list.fill((await list.inputValue()).replace('bo@example', 'bo@example.com'))
  await next()
  await form.getByLabel(dutch.senderName, { exact: true }).fill('De directie')
  await form.getByLabel(dutch.senderMessage, { exact: true }).fill('Dank je wel!')
  await next()
  const fact = (name: string) =>
    page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
  for (const [name, value] of [
    [dutch.campaign, 'Kerst, Kwartelhof'],
    [dutch.budgetBefore, nl('pointsOfBudget', { count: 40, amount: 40 })],
    [dutch.budgetAfter, nl('pointsOfBudget', { count: 4, amount: 4 })],
    [dutch.name, 'Bij de kerstborrel'],
    [dutch.senderName, 'De directie'],
    [dutch.senderMessage, 'Dank je wel!'],
  ] as const)
    await expectVisible(fact(name).filter({ hasText: value }))
  await expectHidden(page.getByText(dutch.budgetTooSmall))
  // Who gets it, and how the email looks.
  await expectVisible(page.getByText(nl('reviewMails', { count: 3 })))
  await expectVisible(page.getByRole('cell', { name: 'Anna' }))
  await expectVisible(page.getByRole('region', { name: nl('reviewMail') }))
  await expectNoAxeViolations(page)
})
