import { expect, it } from 'vitest'

import { nameOfNode, partText } from '#backoffice/modules/content/releases/content-node-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { english } from '#backoffice/i18n/en.ts'

const t: Translate = (key) => english[key]

it('names a tile by its title in the language of the user (DESK-14)', () => {
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

it('names the parts of a change in words, not by their keys (DESK-14)', () => {
  const parts = ['tags.0.web_menu_column', 'tags.0.tag', 'texts.de', 'texts.firstText.nl', 'parent']
  expect(parts.map((part) => partText(t, part))).toEqual([
    'Column {number}',
    'Tags',
    'Title, German',
    'First text, Dutch',
    'Parent item',
  ])
  const nameOfField = (field: string) =>
    nameOfNode(
      t,
      { kind: 'channel', subject: `1014 ${field}`, key: { channel: '1014', field } },
      String,
    )
  expect([nameOfField('company.email'), nameOfField('theme.active'), nameOfField('name')]).toEqual([
    'Email',
    'Buttons and links',
    'Name',
  ])
})
