import path from 'node:path'

import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
} from '#e2e/support/browser-test.ts'
import { loadStorefront } from '#server/http/storefront-files.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { testShop } from '#server/testing/test-shop.ts'

test('the chat is shown if the channel has one, also on the login page of an employer’s host (FRAME-8)', async ({
  wide: { page, openAs, go },
}) => {
  const launcher = page.getByRole('button', { name: 'Stel je vraag' })
  await openAs('giftshop1', '/order-process')
  await expectVisible(launcher)
  await openAs('giftshop3', '/order-process')
  await expectVisible(page.getByRole('contentinfo'))
  await expect.poll(() => launcher.count()).toBe(0)

  await page.evaluate(() => sessionStorage.clear())
  await go('/login', 'noordzee.localhost')
  await expectVisible(launcher)
  await go('/login', 'giftpoint.localhost')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await expect.poll(() => launcher.count()).toBe(0)
})

test('the chat answers from the questions and answers, in the user’s language (FRAME-8)', async ({
  wide: { page, openAs },
}) => {
  await openAs('giftshop1', '/order-process', { language: 'en' })
  const launcher = page.getByRole('button', { name: 'Ask your question' })
  await launcher.click()
  const panel = page.getByRole('dialog', { name: 'Ask your question' })
  const questions = panel.locator('summary')
  await expectVisible(questions)
  await expect.poll(() => questions.count()).toBe(4)

  await panel
    .getByRole('textbox', { name: 'What is your question about?' })
    .fill('where is my CODE')
  await expectAnnouncement(page, '1 answer found')
  await expect.poll(() => questions.allTextContents()).toEqual(['Where do I find my code?'])
  await questions.first().click()
  await expectVisible(panel.getByText('It has nine characters.'))
  await expectNoAxeViolations(page)

  await panel.getByRole('textbox', { name: 'What is your question about?' }).fill('dinosaur')
  await expectVisible(panel.getByText('We have no answer to that yet.'))
  await expect.poll(() => questions.count()).toBe(0)
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await expect
    .poll(() => launcher.evaluate((button) => button === document.activeElement))
    .toBe(true)
})

test('a message left in the chat becomes a question to customer service (FRAME-8)', async ({
  phone: { page, openAs },
  shop,
}) => {
  const holder = await shop.holder()
  await openAs(holder.code, '/order-process')
  await page.getByRole('button', { name: 'Stel je vraag' }).click()
  const panel = page.getByRole('dialog', { name: 'Stel je vraag' })
  await panel.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(panel.getByText('Vul je e-mailadres in'))
  await panel.getByRole('textbox', { name: 'E-mailadres' }).fill('anna@example.com')
  await panel.getByRole('textbox', { name: 'Jouw bericht' }).fill('Mag het ook in blauw?')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await panel.getByRole('button', { name: 'Verstuur' }).click()
  await expectVisible(panel.getByText('Bedankt, we hebben je bericht ontvangen.'))
  const kept = await shop.sql`
      select email, subject, body from service_request where voucher_id = ${holder.voucherId}`
  expect([...kept]).toEqual([
    { email: 'anna@example.com', subject: 'Stel je vraag', body: 'Mag het ook in blauw?' },
  ])
})

test('without a login the chat shows whom to call (FRAME-8)', async ({ phone: { page, go } }) => {
  await go('/login', 'noordzee.localhost')
  await page.getByRole('button', { name: 'Stel je vraag' }).click()
  const panel = page.getByRole('dialog', { name: 'Stel je vraag' })
  await expectVisible(panel.getByText('Bel 020 123 45 67'))
  await expect.poll(() => panel.getByRole('button', { name: 'Verstuur' }).count()).toBe(0)
  await expectNoAxeViolations(page)
})

test('an external chat is loaded only after a click, and only from its own origin (FRAME-8)', async ({
  wide: { page, expectConsoleError },
  shop,
}) => {
  expectConsoleError('violates the following Content Security Policy')
  const outside = await testShop({
    database: shop.database,
    storefront: await loadStorefront(path.join(projectRoot, 'dist/storefront')),
    environment: { CHAT: 'chatwoot', CHAT_ORIGIN: 'https://chat.example', CHAT_ID: 'token-1' },
  })
  const asked: string[] = []
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'text/javascript',
      body: `
          window.chatwootSDK = { run(options) {
            window.ran = options
            window.$chatwoot = { toggle(state) { window.toggled = state }, reset() {} }
            window.dispatchEvent(new Event('chatwoot:ready'))
          } }`,
    })
  })
  const host = outside.url.replace('127.0.0.1', 'noordzee.localhost')
  await page.goto(`${host}/login`)
  const launcher = page.getByRole('button', { name: 'Stel je vraag' })
  await expectVisible(launcher)
  expect(asked).toEqual([])

  await launcher.click()
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'toggled'))).toBe('open')
  expect(asked).toEqual(['https://chat.example/packs/js/sdk.js'])
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'ran')))
    .toEqual({
      websiteToken: 'token-1',
      baseUrl: 'https://chat.example',
    })

  const refused = page.evaluate(
    () =>
      new Promise((resolve) => {
        const script = document.createElement('script')
        script.src = 'https://other.example/x.js'
        script.addEventListener('error', () => resolve('refused'))
        script.addEventListener('load', () => resolve('loaded'))
        document.head.append(script)
      }),
  )
  await expect.poll(() => refused).toBe('refused')
  await page.goto('about:blank')
  await outside.stop()
})

test('an external chat that does not respond is reported, and can be retried (FRAME-8)', async ({
  wide: { page, expectConsoleError },
  shop,
}) => {
  expectConsoleError('ERR_FAILED')
  const outside = await testShop({
    database: shop.database,
    storefront: await loadStorefront(path.join(projectRoot, 'dist/storefront')),
    environment: { CHAT: 'crisp', CHAT_ORIGIN: 'https://client.crisp.chat', CHAT_ID: 'site-1' },
  })
  let down = true
  let answered = 0
  await page.route('https://client.crisp.chat/**', (route) => {
    if (down) return route.abort()
    answered += 1
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.goto(`${outside.url.replace('127.0.0.1', 'noordzee.localhost')}/login`)
  const launcher = page.getByRole('button', { name: 'Stel je vraag' })
  await launcher.click()
  await expectVisible(page.locator('[data-toast]').getByText('Er ging iets mis'))
  down = false
  await launcher.click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, '$crisp') as unknown))
    .toContainEqual(['do', 'chat:open'])
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'CRISP_WEBSITE_ID')))
    .toBe('site-1')
  expect(answered).toBe(1)
  await page.goto('about:blank')
  await outside.stop()
})
