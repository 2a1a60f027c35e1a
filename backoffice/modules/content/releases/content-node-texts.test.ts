import { expect, it } from 'vitest'

import { nameOfNode, partText } from '#backoffice/modules/content/releases/content-node-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { english } from '#backoffice/i18n/en.ts'

const t: Translate = (key) => english[key]

it('calls a tile by its title, in the language of the reader (DESK-14)', () => {
  const key = { channel: '1014', tile: 'brand', id: 'dagverlof' }
  const tile = {
    kind: 'tile' as const,
    subject: '1014 brand dagverlof',
    key,
    before: { texts: { title: { nl: 'Een vrije dag', en: 'A day off' } } },
    after: null,
  }
  expect(nameOfNode(t, tile, String, 'en')).toBe('A day off')
  expect(nameOfNode(t, { ...tile, before: null }, String, 'en')).toBe('dagverlof')
})

it('a change is told in words, and by no key of a table (DESK-14)', () => {
  const parts = ['tags.0.web_menu_column', 'tags.0.tag', 'texts.de', 'texts.firstText.nl', 'parent']
  expect(parts.map((part) => partText(t, part))).toEqual([
    'Column {number}',
    'Tags',
    'Title, German',
    'First text, Dutch',
    'Parent item',
  ])
  const named = (field: string) =>
    nameOfNode(
      t,
      { kind: 'channel', subject: `1014 ${field}`, key: { channel: '1014', field } },
      String,
    )
  expect([named('company.email'), named('theme.active'), named('name')]).toEqual([
    'Email',
    'Buttons and links',
    'Name',
  ])
})
