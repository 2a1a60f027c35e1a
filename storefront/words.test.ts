import { expect, it } from 'vitest'

import { wordsOfBlocks } from '#storefront/words.tsx'

const field = (fields: { value_string: string; value_string_area?: string }) =>
  wordsOfBlocks([
    { code: 'page', custom_fields: [{ key: 'body', ...fields }], media: [], urls: [] },
  ]).html('body')

it('takes for HTML only what was cleaned as HTML when it was saved', () => {
  const html = '<p>Dag {first_name}</p>'
  expect(field({ value_string: html, value_string_area: html })).toBe('<p>Dag</p>')
  expect(field({ value_string: '<img src=x onerror=alert(1)>' })).toBe(
    '&lt;img src=x onerror=alert(1)&gt;',
  )
})
