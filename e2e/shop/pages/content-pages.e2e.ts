import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  type Visit,
} from '#e2e/support/browser-test.ts'

async function fillIn({ page }: Visit, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  }
}

const QUESTION = {
  Naam: 'Anna de Vries',
  'E-mailadres': 'anna@example.com',
  Onderwerp: 'Waar blijft mijn vaas?',
  'Jouw bericht': 'Ik wacht al twee weken.',
}

test('the contact page shows whom to contact, how and when (PAGES-1)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/contact')
  await expectVisible(page.getByRole('heading', { name: 'Contact', level: 1 }))
  await expect.poll(() => page.title()).toContain('Contact')
  const trail = page.getByRole('navigation', { name: 'Kruimelpad' })
  await expect.poll(() => trail.getByRole('link').getAttribute('href')).toBe('/')
  await expectVisible(page.getByRole('heading', { name: 'We helpen je graag' }))
  const reach = page.getByRole('complementary', { name: 'Zo bereik je ons' })
  for (const text of [
    'Bel 020 123 45 67',
    'Mail service@giftpoint.example',
    'Keizersgracht 100',
    '1015 AA Amsterdam',
    '12345678',
    'NL001234567B01',
  ]) {
    await expectVisible(reach.getByText(text))
  }
  const days = await reach.getByRole('term').allTextContents()
  expect(days.slice(0, 5)).toEqual(['Maandag', 'Dinsdag', 'Woensdag', 'Donderdag', 'Vrijdag'])
  await expectNoAxeViolations(page)
})

test('a message reaches customer service, the thank-you text is shown for five seconds, and the form is empty again (PAGES-1)', async ({
  wide,
  shop,
}) => {
  const { page, openAs } = wide
  const holder = await shop.holder()
  await page.clock.install()
  await openAs(holder.code, '/contact')
  await fillIn(wide, QUESTION)
  const thanks = page.getByRole('main').getByText('Bedankt, we hebben je bericht ontvangen.')
  // From here on only the test advances the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return thanks.isVisible()
    })
    .toBe(true)
  await expectAnnouncement(page, 'Bedankt, we hebben je bericht ontvangen.')
  for (const name of Object.keys(QUESTION)) {
    await expect.poll(() => page.getByRole('textbox', { name, exact: true }).inputValue()).toBe('')
  }
  const kept = await shop.sql`
      select email, subject, body from service_request where voucher_id = ${holder.voucherId}`
  expect([...kept]).toEqual([
    {
      email: 'anna@example.com',
      subject: 'Waar blijft mijn vaas?',
      body: 'Anna de Vries\n\nIk wacht al twee weken.',
    },
  ])

  await page.clock.runFor(4500)
  expect(await thanks.isVisible()).toBe(true)
  await page.clock.runFor(1000)
  await expectHidden(thanks)
})

test('each of the four empty fields has an error, and the first takes the focus (PAGES-1)', async ({
  phone,
}) => {
  const { page, openAs } = phone
  await openAs('giftshop1', '/contact')
  await page.getByRole('button', { name: 'Verstuur' }).click()
  for (const issue of [
    'Vul je naam in',
    'Vul je e-mailadres in',
    'Vul een onderwerp in',
    'Schrijf een bericht',
  ]) {
    await expectVisible(page.getByText(issue))
  }
  const name = page.getByRole('textbox', { name: 'Naam' })
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(page)

  await fillIn(phone, { ...QUESTION, 'E-mailadres': 'anna@' })
  await expectHidden(page.getByText('Vul je naam in'))
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(
    page.getByText('Dit is geen volledig e-mailadres. Het ziet eruit als naam@voorbeeld.nl'),
  )
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Jouw bericht' }).inputValue())
    .toBe('Ik wacht al twee weken.')
})

test('a refusal, a server error and a lost connection each have their text, and the typed text stays (PAGES-1, section 8, C: Contact on a 500)', async ({
  wide,
}) => {
  const { page, openAs, expectConsoleError } = wide
  expectConsoleError('429')
  expectConsoleError('500')
  expectConsoleError('ERR_FAILED')
  await openAs('giftshop1', '/contact')
  await fillIn(wide, QUESTION)
  const refusal = { success: false, error: { code: 'too-many-requests', Message: '' } }
  await page.route('**/rest/service_request', (route) =>
    route.fulfill({ status: 429, body: JSON.stringify(refusal) }),
  )
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(
    page.getByRole('main').getByText('Something went wrong. Please try again.', { exact: true }),
  )

  await page.reload()
  await fillIn(wide, QUESTION)
  await page.route('**/rest/service_request', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(
    page.getByRole('main').getByText('Something went wrong. Please try again.', { exact: true }),
  )

  await page.route('**/rest/service_request', (route) => route.abort())
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(
    page.getByRole('main').getByText('An error occurred. Please try again.', { exact: true }),
  )
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Naam' }).inputValue())
    .toBe('Anna de Vries')
})

test('the error of a required field contains its name if the editors wrote none (SAFE-15, C5; section 5)', async ({
  wide: { page, openAs },
}) => {
  // Responses with one text missing: all texts of the page in one response, or one component.
  await page.route('**/rest/hcms/**contactpagecomponents**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('nameRequired', 'leftOut'),
    })
  })
  await openAs('giftshop1', '/contact')
  await page.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(page.getByText('Naam is required', { exact: true }))
})

test('without a login the contact page shows telephone, email and a link to log in (LOGIN-10)', async ({
  phone: { page, go },
}) => {
  await go('/contact')
  await expectVisible(page.getByText('Bel 020 123 45 67'))
  await expectVisible(page.getByText('Lukt inloggen niet?'))
  await expect.poll(() => page.getByRole('textbox').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Naar inloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
})

test('the five information pages show their texts, and link to each other (PAGES-2)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process')
  const titles = {
    'Hoe bestellen werkt': 'Hoe bestellen werkt',
    Bijbetalen: 'Bijbetalen',
    Retourneren: 'Retourneren',
    Voorwaarden: 'Voorwaarden',
    Privacy: 'Privacy',
  }
  const others = page.getByRole('main').getByRole('navigation', { name: 'Over bestellen' })
  for (const [link, title] of Object.entries(titles)) {
    await others.getByRole('link', { name: link }).click()
    await expectVisible(page.getByRole('heading', { name: new RegExp(title, 'i'), level: 1 }))
    await expectVisible(others.locator('[aria-current="page"]').getByText(link))
  }
  await expectNoAxeViolations(page)
})

test('information pages need no login, have no header, and link to the login (LOGIN-10)', async ({
  phone: { page, go },
}) => {
  await go('/terms-and-conditions')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  await expect.poll(() => page.getByRole('contentinfo').count()).toBe(0)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Naar inloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')
})

test('an information page without content shows a message (PAGES-2)', async ({
  wide: { page, openAs, expectConsoleError },
  shop,
}) => {
  expectConsoleError('404')
  expectConsoleError('No configuration found')
  await openAs('giftshop1', '/contact')
  const path = 'returnprocessinfocomponents'
  const rows = await shop.sql`select * from content where path = ${path}`
  const tell = () => shop.shop.changeEvents.poll()
  await shop.sql.begin(async (sql) => {
    await sql`delete from content where path = ${path}`
    await sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
  })
  await tell()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Retourneren' }).click()
  await expectVisible(page.getByRole('alert').getByText('No configuration found for URL key'))
  await expectVisible(page.getByRole('heading', { name: 'An error has occurred', exact: true }))
  await expectVisible(page.getByRole('banner'))

  await shop.sql.begin(async (sql) => {
    for (const { id: _id, search_text: _made, ...row } of rows)
      await sql`insert into content ${sql(row)}`
    await sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
  })
  await tell()
  await page.getByRole('button', { name: 'Probeer het opnieuw' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Retourneren', level: 1 }))
})

test('a page of the editors is in Dutch, and on request in the chosen language (PAGES-3)', async ({
  wide: { page, openAs },
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('cmsurls')) asked.push(request.url())
  })
  await openAs('giftshop1', '/faq', { language: 'en' })
  const title = page.getByRole('heading', { name: 'Veelgestelde vragen', level: 1 })
  await expectVisible(title)
  expect(asked.some((url) => url.includes('path=faq&language=nl'))).toBe(true)
  await expect.poll(() => page.getByRole('article').getAttribute('lang')).toBe('nl')

  const question = page.getByRole('main').getByText('Waar vind ik mijn code?')
  const answer = page.getByText('De code heeft negen tekens')
  await expect.poll(() => answer.isVisible()).toBe(false)
  await question.click()
  await expectVisible(answer)
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Read this in English' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Frequently asked questions', level: 1 }))
  await expect.poll(() => page.getByRole('article').getAttribute('lang')).toBeNull()
})

test('a mistyped address shows an error page with links, with and without a session (B7, FRAME-10, LOGIN-10)', async ({
  wide: { page, openAs, go, expectConsoleError },
}) => {
  expectConsoleError('404')
  expectConsoleError('400')
  const notFound = page.getByRole('heading', { name: 'sorry ! requested page not found' })
  const main = page.getByRole('main')
  await go('/nothing-here')
  await expectVisible(notFound)
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await main.getByRole('link', { name: 'Naar inloggen' }).click()
  await page.waitForURL((address) => address.pathname === '/login')

  for (const path of ['/nothing-here', `/${'x'.repeat(200)}`, '/nothing/here', '/not/%E0%A4%A']) {
    await openAs('giftshop1', path)
    await expectVisible(notFound)
    await expectVisible(main.getByText('Deze pagina bestaat niet'))
  }
  // One that was meant well is led to its page.
  await go('/Products/?search=mok')
  await page.waitForURL((address) => address.pathname + address.search === '/products?search=mok')
  await go('/nothing/here')
  await expectNoAxeViolations(page)
  await main.getByRole('link', { name: 'Vraag het ons' }).click()
  await page.waitForURL((address) => address.pathname === '/contact')
  await page.goBack()
  await main.getByRole('link', { name: 'Naar de cadeaus' }).click()
  await page.waitForURL((address) => address.pathname === '/')
})

test('dates are written out and placeholders filled in every component; other text stays unchanged (PAGES-4, B25)', async ({
  wide: { page, openAs, go },
  shop,
}) => {
  const body =
    '<p>Van 2026-12-24 tot 2026-13-45, {first_name}: {points} punten tot {valid_until}.</p><p><a href="/return-policy">Terug</a></p>'
  await shop.sql.begin(async (sql) => {
    await sql`
        update content set value = ${body}
        where path = 'orderprocessinfocomponents' and key = 'body'`
    await sql`
        update content set value = 'Hulp voor {first_name} met {points} punten'
        where path = 'footercomponents' and key = 'helpText'`
    // And on a page of the editors.
    await sql`
        update content set value = 'Vragen over {points} punten'
        where path = 'faq' and key = 'title' and language = 'nl'`
    await sql`insert into change_event (topic, subject) values ('channel', '1014'), ('channel', '2')`
  })
  await shop.shop.changeEvents.poll()
  const { logIn } = await shop.logIn('giftshop1')
  await openAs('giftshop1', '/order-process')
  const { valid_until, first_name } = logIn.shoppingcart
  const [, month = '', day = ''] = valid_until.split('-')
  const months = 'jan feb mrt apr mei jun jul aug sep okt nov dec'.split(' ')
  const until = `${day} ${months[Number(month) - 1]} ${valid_until.slice(0, 4)}`
  const name = first_name === '' ? '' : ` ${first_name}`
  await expectVisible(
    page.getByText(`Van 24 december 2026 tot 2026-13-45,${name}: 20 punten tot ${until}.`),
  )

  await expectVisible(page.getByText(`Hulp voor${name} met 20 punten`))
  await go('/faq')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Vragen over 20 punten' }))
  await go('/order-process')

  await page.evaluate(() => Object.assign(globalThis, { notReloaded: true }))
  await page.getByRole('article').getByRole('link', { name: 'Terug' }).click()
  await page.waitForURL((address) => address.pathname === '/return-policy')
  await expect.poll(() => page.evaluate(() => 'notReloaded' in globalThis)).toBe(true)
})

test('information pages fit a narrow window and large text (statement 9)', async ({
  phone: { page, openAs },
}) => {
  for (const path of ['/contact', '/faq', '/terms-and-conditions']) {
    await openAs('giftshop1', path, { language: 'nl' })
    await expectVisible(page.getByRole('contentinfo'))
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 640, height: 900 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expectNoHorizontalScroll(page)
  }
})
