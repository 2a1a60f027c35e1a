import { expect } from 'vitest'

import { test, expectVisible } from '#e2e/support/browser-test.ts'

test('a scanned QR code logs in; its code is sent to no server and removed from the address before the first paint (DESK-26)', async ({
  phone,
  shop,
}) => {
  const { page } = phone
  const asked: string[] = []
  page.on('request', (request) =>
    asked.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  )
  await page.addInitScript(() => {
    const window = globalThis as typeof globalThis & { paintedAt?: string[] }
    window.paintedAt = []
    new PerformanceObserver(() => window.paintedAt?.push(location.href)).observe({
      type: 'paint',
      buffered: true,
    })
  })
  const { code } = await shop.holder({ points: 7, firstName: 'Zoë' })
  await page.goto(`${phone.url('/login')}#${code}`)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  await expectVisible(page.getByRole('banner'))
  expect(asked.join('\n')).not.toContain(code)
  expect(page.url()).not.toContain(code)
  const left = await page.evaluate(() => ({
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    entries: JSON.stringify(performance.getEntries()),
    painted: (globalThis as typeof globalThis & { paintedAt?: string[] }).paintedAt ?? [],
  }))
  expect(left.painted.join(' ')).not.toContain(code)
  expect(left.stored).not.toContain(code)

  // Another code starts another login, even if a holder is already logged in.
  const other = await shop.holder({ points: 9, firstName: 'Bo' })
  await page.goto(`${phone.url('/login')}#${other.code}`)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('an invalid scanned code is filled into the boxes with an error (DESK-26)', async ({
  phone,
}) => {
  const { page } = phone
  await page.goto(`${phone.url('/login')}#zzzzzzzzz`)
  await expectVisible(page.getByRole('alert').filter({ hasText: /code/i }))
  await expect.poll(() => page.getByRole('textbox').nth(2).inputValue()).toBe('zzz')
  expect(page.url().endsWith('/login')).toBe(true)
})
