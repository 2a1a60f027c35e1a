import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import {
  expectNoHorizontalScroll,
  expectHidden,
  expectAnnouncement,
  test,
  expectVisible,
  typeCode,
  type Visit,
} from '#e2e/support/browser-test.ts'
import { respondInstead } from '#e2e/support/fake-response.ts'
import { enlargeText } from '#e2e/support/enlarge-text.ts'

const WRONG = 'zzzzzzzzz'
const submit = ({ page }: Visit) => page.locator('form').getByRole('button')
const boxes = ({ page }: Visit) => page.getByRole('textbox')
const values = async (visit: Visit) =>
  Promise.all([0, 1, 2].map((at) => boxes(visit).nth(at).inputValue()))
const stored = ({ page }: Visit) =>
  page.evaluate(() => ({
    session: Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>,
    local: Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
  }))

async function logInWith(visit: Visit, code: string, host?: string) {
  await visit.go('/login', host)
  await typeCode(visit.page, code)
  await submit(visit).click()
}

test('three boxes change typed letters to lower case and move the focus automatically (LOGIN-1, statement 1)', async ({
  wide,
}) => {
  await wide.go('/login')
  await typeCode(wide.page, 'GIFTshop1')
  await expect.poll(() => values(wide)).toEqual(['gif', 'tsh', 'op1'])
  for (let at = 0; at < 4; at += 1) await wide.page.keyboard.press('Backspace')
  await expect.poll(() => values(wide)).toEqual(['gif', 'ts', ''])
  await expectVisible(wide.page.getByRole('group', { name: 'Jouw vouchercode' }))
})

test('a complete code can be pasted into any box, with spaces, hyphens and capitals (LOGIN-1)', async ({
  phone,
}) => {
  await phone.go('/login')
  for (const [box, text] of [
    [0, 'giftshop1'],
    [1, ' GIF-TSH-OP1 '],
    [2, 'gif tsh op1'],
  ] as const) {
    await boxes(phone).nth(box).focus()
    await phone.page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
    await expect.poll(() => values(phone)).toEqual(['gif', 'tsh', 'op1'])
  }
})

for (const [before, after, language] of [
  ['GIFTshop1', '', 'nl'],
  ['GIFTs', 'hop1', 'nl'],
  ['GIFTs', 'hop1', 'en'],
  ['', 'GIFTshop1', 'en'],
] as const) {
  test(`text typed before the script and the texts in ${language} are loaded is used: '${before}' (LOGIN-1, LOGIN-7)`, async ({
    wide,
  }) => {
    await wide.page.addInitScript((language) => {
      localStorage.setItem('language', language)
    }, language)
    let letIn = () => {}
    const held = new Promise<void>((resolve) => (letIn = resolve))
    await wide.page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await wide.page.goto(wide.url('/login'), { waitUntil: 'commit' })
    await boxes(wide).first().focus()
    await wide.page.keyboard.type(before)
    letIn()
    await expect.poll(() => boxes(wide).first().inputValue()).toBe(before.slice(0, 3).toLowerCase())
    await expectVisible(
      wide.page.getByRole('group', {
        name: language === 'nl' ? 'Jouw vouchercode' : 'Your voucher code',
      }),
    )
    await wide.page.keyboard.type(after)
    await expect.poll(() => values(wide)).toEqual(['gif', 'tsh', 'op1'])
    await submit(wide).click()
    await wide.page.waitForURL((url) => url.pathname === '/')
  })
}

test('no character is lost while the page is hydrated (LOGIN-1)', async ({ wide: visit }) => {
  const { page } = visit
  // React's work waits in a channel of messages: its listeners are there, the boxes are not alive yet.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const held: (() => void)[] = []
    MessagePort.prototype.postMessage = function (message: unknown) {
      held.push(() => postMessage.call(this, message))
    }
    const letIn = () => {
      MessagePort.prototype.postMessage = postMessage
      for (const send of held) send()
    }
    Object.assign(globalThis, { letIn })
  })
  await visit.go('/login')
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )
  await typeCode(page, 'GI')
  await page.evaluate(() => (globalThis as unknown as { letIn: () => void }).letIn())
  await expect.poll(() => boxes(visit).first().inputValue()).toBe('gi')
  await page.keyboard.type('FTshop1')
  await expect.poll(() => values(visit)).toEqual(['gif', 'tsh', 'op1'])
})

test('the button is disabled until nine characters are typed (LOGIN-2)', async ({ wide }) => {
  await wide.go('/login')
  await typeCode(wide.page, 'giftshop')
  await expect.poll(() => submit(wide).isDisabled()).toBe(true)
  await wide.page.keyboard.type('1')
  await expect.poll(() => submit(wide).isEnabled()).toBe(true)
})

test('all texts belong to the host: help, links, subtitle, cookie bar (LOGIN-3, LOGIN-13)', async ({
  wide,
}) => {
  await wide.go('/login')
  await expectVisible(wide.page.getByText('De code heeft negen tekens'))
  await expectVisible(
    wide.page.getByText('Code kwijt? Onze klantenservice maakt een nieuwe voor je.'),
  )
  for (const [name, path] of [
    ['Veelgestelde vragen', '/faq'],
    ['Voorwaarden', '/terms-and-conditions'],
    ['Privacy', '/privacy-policy'],
  ] as const) {
    await expect.poll(() => wide.page.getByRole('link', { name }).getAttribute('href')).toBe(path)
  }
  await expectVisible(wide.page.getByRole('region', { name: 'Mogen we meekijken?' }))

  await wide.go('/login', 'alpenwerk.localhost')
  await expect.poll(() => wide.page.locator('html').getAttribute('lang')).toBe('de')
})

test('the page is readable before any script is loaded, and unchanged afterwards (LOGIN-3)', async ({
  browser,
  shop,
  wide,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${shop.url}/login`)
  const written = await page.getByRole('heading', { level: 1 }).innerText()
  expect(written).not.toBe('')
  await expect.poll(() => page.getByRole('textbox').count()).toBe(3)
  await context.close()

  await wide.go('/login')
  await expect.poll(() => wide.page.getByRole('heading', { level: 1 }).innerText()).toBe(written)
})

test('only the hash of the code is sent and stored (LOGIN-4, statement 30)', async ({
  wide,
  shop,
}) => {
  const sent: string[] = []
  wide.page.on('request', (request) => {
    sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`)
  })
  await logInWith(wide, 'giftshop1')
  await wide.page.waitForURL((url) => url.pathname === '/')
  const hash = shop.shop.voucherKeys.wireHash('giftshop1')
  expect(sent.some((request) => request.includes(`"encrypted_code":"${hash}"`))).toBe(true)
  expect(sent.filter((request) => /giftshop1|gif.?tsh.?op1/i.test(request))).toEqual([])
  await expect.poll(async () => (await stored(wide)).session['encrypted_code']).toBe(hash)
})

test('an unknown code shows an error, and outlines the boxes until the next success (LOGIN-5)', async ({
  wide,
}) => {
  await logInWith(wide, WRONG)
  await expectVisible(wide.page.getByRole('alert').filter({ hasText: 'Deze code kennen we niet' }))
  const first = boxes(wide).first()
  await expect
    .poll(() => first.evaluate((box) => getComputedStyle(box).borderColor))
    .toBe('rgb(179, 38, 30)')
  await expect.poll(() => boxes(wide).first().getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => wide.page.locator('html').innerText())
    .not.toContain('generalVoucherError')

  await boxes(wide).first().focus()
  await wide.page.keyboard.type('giftshop1')
  await submit(wide).click()
  await wide.page.waitForURL((url) => url.pathname === '/')
})

test('expired, blocked and not yet valid codes each have their own error (LOGIN-5)', async ({
  wide,
}) => {
  const told: string[] = []
  for (const code of ['giftshop5', 'giftshop6', 'giftshop8']) {
    await logInWith(wide, code)
    await expectVisible(wide.page.getByRole('alert').filter({ hasText: /\S/ }))
    told.push(await wide.page.getByRole('alert').innerText())
  }
  expect(new Set(told).size).toBe(3)
})

test('a spent voucher opens its order (LOGIN-5)', async ({ wide }) => {
  const visited: string[] = []
  wide.page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await logInWith(wide, 'giftshop7')
  await wide.page.waitForURL((url) => url.pathname.startsWith('/orders/'))
  await expectVisible(wide.page.getByRole('heading', { level: 1, name: /Bestelling/ }))
  expect(visited).not.toContain('/')
})

test('the login redirects once, also if its texts are loaded again before the language is known (LOGIN-5, LOGIN-9)', async ({
  wide: { page, ...wide },
}) => {
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  // The default language of the channel is answered after all that the page requests again.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const asksForTheLanguage = (url: string) =>
    url.includes('headercomponents') && !url.includes('language=')
  await page.route(
    (url) => asksForTheLanguage(url.href),
    async (route) => {
      await held
      await route.fallback()
    },
  )
  await wide.go('/login')
  const header = page.waitForRequest((request) => asksForTheLanguage(request.url()))
  const words = page.waitForResponse(/\/hcms\/.*logoncomponents/)
  await typeCode(page, 'giftshop7')
  await page.locator('form').getByRole('button').click()
  await Promise.all([header, words])
  // The words are here and shown: the form is there, still busy with the code it was given.
  await expect
    .poll(() => page.locator('form').getByRole('button').getAttribute('aria-busy'))
    .toBe('true')
  answer()
  await page.waitForURL((url) => url.pathname.startsWith('/orders/'))
  await expectVisible(page.getByRole('heading', { level: 1, name: /Bestelling/ }))
  expect(visited.filter((place) => place !== '/login')).toHaveLength(1)
})

test('a failed call shows whom to contact (LOGIN-6)', async ({ wide }) => {
  wide.expectConsoleError('500')
  await wide.page.route('**/rest/giftcardcodelogin', (route) => route.fulfill({ status: 500 }))
  await logInWith(wide, 'giftshop1')
  await expectVisible(
    wide.page.getByRole('alert').filter({
      hasText: 'Something went wrong! Contact our administrator.',
    }),
  )
  await expect.poll(() => values(wide)).toEqual(['gif', 'tsh', 'op1'])
})

test('after too many wrong codes the page computes a proof of work, shows that, and logs in (A2, statement 2)', async ({
  wide,
  phone,
  shop,
}) => {
  await shop.sql`delete from login_attempt`
  await shop.sql`
      insert into login_attempt (bucket, since, tries) values ('address 127.0.0.1', now(), 1000)`
  // Without a worker, as where a browser has none: the page works in slices of its own time.
  await phone.page.route('**/solve-challenge-worker*', (route) => route.abort())
  phone.expectConsoleError('ERR_FAILED')
  const workers: string[] = []
  wide.page.on('worker', (worker) => workers.push(worker.url()))
  for (const visit of [wide, phone]) {
    visit.expectConsoleError('429')
    let letIn = () => {}
    const looked = new Promise<void>((resolve) => (letIn = resolve))
    await visit.page.route('**/rest/giftcardcodelogin', async (route) => {
      if (route.request().postData()?.includes('proof')) await looked
      await route.continue()
    })
    await logInWith(visit, 'giftshop1')
    const waiting = visit.page.getByText(/^Een ogenblik\. Er zijn hier net veel codes geprobeerd/)
    await expectVisible(waiting.first())
    await expectAnnouncement(visit.page, /^Een ogenblik/)
    await expect.poll(() => submit(visit).getAttribute('aria-busy')).toBe('true')
    await expectNoAxeViolations(visit.page)
    await expectNoHorizontalScroll(visit.page)
    letIn()
    await visit.page.waitForURL((url) => url.pathname === '/')
  }
  expect(workers).toHaveLength(1)

  // A wrong code gets the usual message, after the same proof of work.
  await wide.page.evaluate(() => sessionStorage.clear())
  await logInWith(wide, WRONG)
  await expectVisible(wide.page.getByRole('alert').filter({ hasText: 'Deze code kennen we niet' }))
  await expectHidden(wide.page.locator('form').getByText(/^Een ogenblik/))
  await shop.sql`delete from login_attempt`
})

test('a browser that must repeat its proof of work is asked to come back later, and another code replaces the attempt (A2, statement 2)', async ({
  wide,
}) => {
  wide.expectConsoleError('429')
  let asked = 0
  const login = '**/rest/giftcardcodelogin'
  const busy = await respondInstead(wide.page, login, (route) => {
    asked += 1
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '0', 'content-type': 'application/json' },
      body: JSON.stringify({
        success: false,
        error: { code: 'too-many-attempts', Message: 'tooManyAttempts' },
        challenge: { salt: 'salt', difficulty: 4, expires: '2026-11-22T12:00:00.000Z' },
      }),
    })
  })
  await logInWith(wide, WRONG)
  await expectVisible(
    wide.page.getByRole('alert').filter({ hasText: 'Probeer het over een minuutje' }),
  )
  expect(asked).toBe(7)
  await expect.poll(() => submit(wide).isEnabled()).toBe(true)

  // The user types the right code while the wrong one is still being tried: the right one counts.
  busy.stop()
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await respondInstead(wide.page, login, async (route, stop) => {
    stop()
    await held
    await route.fulfill({ status: 429, json: {} })
  })
  const tried = wide.page.waitForRequest(login)
  await submit(wide).click()
  await tried
  await typeCode(wide.page, 'giftshop1')
  await wide.page.keyboard.press('Enter')
  await wide.page.waitForURL((url) => url.pathname === '/')
  release()
})

test('a login stores the session, the flag, and the channel’s language unless one is chosen (LOGIN-7)', async ({
  wide,
}) => {
  await logInWith(wide, 'giftshop4')
  await wide.page.waitForURL((url) => url.pathname === '/')
  const { session, local } = await stored(wide)
  expect(Object.keys(session)).toEqual(
    expect.arrayContaining([
      'token',
      'customerInfo',
      'employeeInfo',
      'encrypted_code',
      'cart_guid',
    ]),
  )
  expect(JSON.parse(session['employeeInfo'] ?? '{}')).toMatchObject({
    sales_channel: '2002',
    shoppingcart: { available_points: 10 },
  })
  expect(local['blur-category-images']).toBe('true')
  expect(local['language']).toBe('de')
})

test('a language that was chosen before stays (LOGIN-7)', async ({ wide }) => {
  await wide.go('/login')
  await wide.page.evaluate(() => localStorage.setItem('language', 'en'))
  await wide.page.reload()
  await expectVisible(wide.page.getByRole('group', { name: /code/i }))
  await expect.poll(() => wide.page.locator('html').getAttribute('lang')).toBe('en')
  await typeCode(wide.page, 'giftshop4')
  await submit(wide).click()
  await wide.page.waitForURL((url) => url.pathname === '/')
  await expect.poll(async () => (await stored(wide)).local['language']).toBe('en')
})

test('a voucher of another site redirects there, with https if missing (LOGIN-8)', async ({
  wide,
  shop,
}) => {
  await shop.sql`update channel set website_url = 'noordzee.giftpoint.test' where id = '2001'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '2001')`
  await shop.shop.changeEvents.poll()
  await wide.page.route('https://noordzee.giftpoint.test/**', (route) =>
    route.fulfill({ body: 'there' }),
  )
  await logInWith(wide, 'giftshop3')
  await wide.page.waitForURL((url) => url.href.startsWith('https://noordzee.giftpoint.test/#'))
  await shop.sql`update channel set website_url = '' where id = '2001'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '2001')`
  await shop.shop.changeEvents.poll()
})

test('a login that redirects to another host of the shop continues there, on the requested page and without the code (B10, B3)', async ({
  wide,
  shop,
}) => {
  const { page, url, go } = wide
  await shop.sql`
      update channel set website_url = ${url('', 'noordzee.localhost')} where id = '2001'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '2001')`
  await shop.shop.changeEvents.poll()
  const asked: string[] = []
  const shown: string[] = []
  page.on('request', (request) => {
    asked.push(request.url(), request.headers()['referer'] ?? '')
  })
  await page.exposeFunction('notifyAddress', (address: string) => void shown.push(address))
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      ;(globalThis as unknown as { notifyAddress(address: string): void }).notifyAddress(
        location.href,
      )
    })
  })
  await go('/products?search=thee')
  await page.waitForURL(url('/login'))
  await typeCode(page, 'giftshop3')
  await submit(wide).click()
  await page.waitForURL(url('/products?search=thee', 'noordzee.localhost'))
  await expectVisible(page.getByRole('banner'))
  const { session, local } = await stored(wide)
  expect(Object.keys(session)).toEqual(
    expect.arrayContaining(['token', 'employeeInfo', 'encrypted_code', 'cart_guid']),
  )
  expect(session['encrypted_code']).toBe(shop.shop.voucherKeys.wireHash('giftshop3'))
  expect(local['language']).toBe('nl')
  expect([...asked, ...shown].filter((address) => address.includes('hand-over='))).toEqual([])

  // Nothing of the holder has stayed behind.
  await go('/health/live')
  const left = await stored(wide)
  expect(left.session['token']).toBeUndefined()
  expect(left.local['wt']).toBeUndefined()
  await shop.sql`update channel set website_url = '' where id = '2001'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '2001')`
  await shop.shop.changeEvents.poll()
})

test('the language can be chosen before the login, and stays after it (no language choice before login)', async ({
  wide: { page, go, url },
}) => {
  await go('/login')
  await page.getByRole('button', { name: 'Weigeren' }).click()
  // The focus goes on from the page, not from the window's edge.
  await expect.poll(() => page.getByRole('main').evaluate(isFocused)).toBe(true)
  const again = page.getByRole('button', { name: 'Cookiekeuze' })
  await again.click()
  await page.getByRole('button', { name: 'Weigeren' }).click()
  await expect.poll(() => again.evaluate(isFocused)).toBe(true)

  await typeCode(page, 'gift')
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  await expect.poll(() => page.getByRole('textbox').first().inputValue()).toBe('gif')
  await expectVisible(page.getByRole('button', { name: 'Nederlands' }))
  await page.getByRole('textbox').nth(1).focus()
  await page.keyboard.press('End')
  await page.keyboard.type('shop1')
  await page.getByRole('button', { name: /gifts/i }).click()
  await page.waitForURL(url('/'))
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
})

const isFocused = (element: Element) => element === document.activeElement

test('without a session every shop route redirects to the login (LOGIN-9)', async ({ wide }) => {
  for (const path of [
    '/',
    '/products',
    '/product-description/x',
    '/cart',
    '/checkout',
    '/wishlist',
  ]) {
    await wide.go(path)
    await wide.page.waitForURL((url) => url.pathname === '/login')
  }
})

test('the login redirects a logged-in recipient to the home page (LOGIN-9)', async ({ wide }) => {
  await wide.openAs('giftshop1', '/login')
  await wide.page.waitForURL((url) => url.pathname === '/')
})

test('axe finds nothing, in every theme, also with a rejected code', async ({ wide, phone }) => {
  for (const host of ['127.0.0.1', 'noordzee.localhost', 'alpenwerk.localhost']) {
    await logInWith(wide, WRONG, host)
    await expectVisible(wide.page.getByRole('alert').filter({ hasText: /\S/ }))
    await expectNoAxeViolations(wide.page)
  }
  await phone.go('/login')
  await expectNoAxeViolations(phone.page)
})

test('fits 320 pixels and 200% text', async ({ phone }) => {
  await phone.page.setViewportSize({ width: 320, height: 640 })
  await phone.go('/login')
  await expectNoHorizontalScroll(phone.page)
  await enlargeText(phone.page, 200)
  await expectNoHorizontalScroll(phone.page)
})

test('the cookie bar does not cover the focused field (statement 4)', async ({ phone }) => {
  await phone.go('/login')
  await expectVisible(phone.page.getByRole('button', { name: 'Weigeren' }))
  for (const at of [0, 1, 2]) {
    await boxes(phone).nth(at).focus()
    const covered = () =>
      boxes(phone)
        .nth(at)
        .evaluate((box) => {
          const { left, top, width, height } = box.getBoundingClientRect()
          const found = document.elementFromPoint(left + width / 2, top + height / 2)
          return found !== box
        })
    await expect.poll(covered).toBe(false)
  }
})
