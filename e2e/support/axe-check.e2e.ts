import { expect } from 'vitest'

import { expectNoAxeViolations } from '#e2e/support/axe-check.ts'
import { test } from '#e2e/support/browser-test.ts'

const page = (text: string, { colour = '#222', label = 'Close' } = {}) => `
  <!doctype html><html lang="en"><title>Seen before</title>
  <style>p { color: ${colour}; background: #fff }</style>
  <main><h1>Seen before</h1><p>${text}</p><button aria-label="${label}"></button></main></html>`

test('axe checks a page again if only its texts differ, and from the start if its colours differ (statement 4)', async ({
  wide,
}) => {
  await wide.page.setContent(page('One sentence'))
  await expectNoAxeViolations(wide.page)
  await wide.page.setContent(page('Another one, of more words'))
  await expectNoAxeViolations(wide.page)

  await wide.page.setContent(page('Another one', { label: '' }))
  await expect(expectNoAxeViolations(wide.page)).rejects.toThrow('button-name')
  await wide.page.setContent(page('Another one', { colour: '#bbb' }))
  await expect(expectNoAxeViolations(wide.page)).rejects.toThrow('color-contrast')
  // A page that failed is checked completely again.
  await expect(expectNoAxeViolations(wide.page)).rejects.toThrow('color-contrast')
})
