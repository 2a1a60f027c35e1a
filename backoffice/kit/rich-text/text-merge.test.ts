import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { markNew, mergeWords } from '#backoffice/kit/rich-text/text-merge.ts'

const joined = (before: string, theirs: string, mine: string) =>
  mergeWords(before, theirs, mine)
    .map(({ text }) => text)
    .join('')

const word = fc.constantFrom(
  'red',
  'plaid',
  '{points}',
  '<p>',
  '</p>',
  '<b>',
  'warm',
  'lamp',
  '&amp;',
)
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))

describe('two texts made of one', () => {
  it('takes what either of two changed (DESK-14)', () => {
    expect(joined('Rustig kiezen', 'Heel rustig kiezen', 'Rustig kiezen')).toBe(
      'Heel rustig kiezen',
    )
    expect(
      joined(
        '<p>Kies voor {order_by} uit {points} punten</p>',
        '<p>Kies vóór {order_by} uit {points} punten</p>',
        '<p>Kies voor {order_by} uit <b>{points}</b> punten</p>',
      ),
    ).toBe('<p>Kies vóór {order_by} uit <b>{points}</b> punten</p>')
    expect(joined('Tot ziens', 'Tot gauw', 'Tot morgen')).toBe('Tot gauw morgen')
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(joined(before, after, before)).toBe(after)
        expect(joined(before, before, after)).toBe(after)
        expect(joined(before, after, after)).toBe(after)
      }),
    )
  })

  it('loses no word that one of them wrote, and cuts no tag and no variable (DESK-14)', () => {
    fc.assert(
      fc.property(text, text, text, (before, theirs, mine) => {
        const parts = mergeWords(before, theirs, mine)
        const said = parts.map((part) => part.text).join('')
        for (const other of [theirs, mine]) {
          const added = markNew(before, other).filter(({ isNew }) => isNew)
          for (const { text } of added) {
            for (const one of text.split(/\s+/)) expect(said).toContain(one)
          }
        }
        const whole = /^(<\/?[pb]>|\{points\}|[a-z]+|&amp;|\s+)*$/
        for (const part of parts) expect(part.text).toMatch(whole)
      }),
    )
  })
})
