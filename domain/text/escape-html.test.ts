import { expect, it } from 'vitest'

import { escapeHtml } from './escape-html.ts'

it('escapes text for content and attributes, and escapes each character once (B50)', () => {
  expect(escapeHtml(`<b title='a' lang="b">1 & 2</b>`)).toBe(
    '&lt;b title=&#39;a&#39; lang=&quot;b&quot;&gt;1 &amp; 2&lt;/b&gt;',
  )
  expect(escapeHtml('&amp; Zoë 5 €')).toBe('&amp;amp; Zoë 5 €')
})
