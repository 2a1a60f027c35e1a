import { expect, it } from 'vitest'

import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { sectionsOf } from '#backoffice/modules/content/editor/text-sections.ts'
import { COMPONENT_KEYS } from '#contract/content/component-keys.ts'

const shapes = (path: keyof typeof COMPONENT_KEYS): TextShape[] =>
  Object.entries(COMPONENT_KEYS[path]).map(([key, field]) => ({
    id: key,
    name: key,
    group: '',
    field,
    variables: [],
    hidden: false,
    languages: [
      {
        language: 'nl',
        subject: key,
        kind: 'content',
        key: { path, block: '', key },
        version: 0,
        was_published: false,
        value: null,
        change: null,
        reads: null,
      },
    ],
  }))

const keysOf = (path: keyof typeof COMPONENT_KEYS) =>
  Object.fromEntries(
    sectionsOf(shapes(path)).map(([section, texts]) => [section, texts.map(({ id }) => id)]),
  )

it('separates messages, cookie texts and links from the texts that a page always shows (PRODUCT-7)', () => {
  const { page, messages, cookies, links } = keysOf('logoncomponents')
  expect(page).toEqual([
    'background',
    'faqLink',
    'intro',
    'loginButton',
    'privacyLink',
    'subText',
    'termsLink',
    'title',
    'voucherBox',
    'voucherHelp',
    'voucherLabel',
  ])
  expect(messages).toContain('tooManyAttempts')
  expect(messages).toContain('voucherExpired')
  expect(cookies).toHaveLength(5)
  expect(links).toEqual(['faq', 'privacy', 'terms'])
})

it('does not divide a short page, and does not treat ordinary texts as messages', () => {
  expect(Object.keys(keysOf('welcomeoverlaycomponents'))).not.toContain('cookies')
  expect(Object.keys(keysOf('orderprocessinfocomponents'))).toEqual(['page'])
  expect(keysOf('headercomponents')['page']).toContain('default_language')
  expect(keysOf('productlistpagecomponents')['page']).toContain('sortRecommended')
})
