import fc from 'fast-check'
import { expect, it } from 'vitest'

import { withoutQuotedText } from '#domain/mail/quoted-text.ts'

it.each([
  [
    'On Thu, 3 Dec 2026 at 10:12, Giftpoint <service@giftpoint.example> wrote:',
    '> It is on its way.',
  ],
  ['Op do 3 dec 2026 om 10:12 schreef Giftpoint <service@giftpoint.example>:', '> Onderweg.'],
  ['Am 3. Dez. 2026 um 10:12 schrieb Giftpoint\n<service@giftpoint.example>:', '> Unterwegs.'],
  ['Le jeu. 3 déc. 2026 à 10:12, Giftpoint <service@giftpoint.example> a écrit :', '> En route.'],
  ['-----Ursprüngliche Nachricht-----', 'Von: Giftpoint'],
  [
    '________________________________\nVan: Giftpoint <service@giftpoint.example>',
    'Verzonden: donderdag\nAan: Anna',
  ],
  ['> It is on its way.', '>\n> Giftpoint'],
  ['-- ', 'Anna de Vries\nSome Ltd'],
])('removes the quoted text that starts with %j (DESK-37)', (begins, quoted) => {
  expect(withoutQuotedText(`Thank you.\n\nIt arrived.\n\n${begins}\n${quoted}\n`)).toBe(
    'Thank you.\n\nIt arrived.',
  )
})

it.each([
  ['an answer between the lines', '> Which colour?\n\nBlue, please.\n\n> How many?\n\nTwo.'],
  ['what would leave nothing', '> Only this was quoted.'],
  [
    'a sentence that begins as they do',
    'On Thursday I wrote:\nno answer came. Am Freitag auch nicht.',
  ],
  ['an arrow within a line', 'a > b\nand c'],
])('leaves %s unchanged (DESK-37)', (_what, text) => {
  expect(withoutQuotedText(text)).toBe(text)
})

it('returns a part of its input, and never an empty text (DESK-37)', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('>', ' ', '\n', 'a', '-', 'On x wrote:', '_____') }),
      (text) => {
        const told = withoutQuotedText(text)
        expect(text).toContain(told)
        expect(told === '').toBe(text.trim() === '')
      },
    ),
  )
})
