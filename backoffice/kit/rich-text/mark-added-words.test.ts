import { expect, it } from 'vitest'

import { markAddedWords } from '#backoffice/kit/rich-text/mark-added-words.ts'

it('marks added words, and never splits a tag or a variable (DESK-14)', () => {
  const marked = (before: string, after: string) =>
    markAddedWords(before, after)
      .map(({ text, isNew }) => (isNew ? `[${text}]` : text))
      .join('')
  expect(marked('Rustig kiezen', 'Heel rustig kiezen')).toBe('[Heel] [rustig ]kiezen')
  expect(marked('Tot ziens', 'Tot ziens')).toBe('Tot ziens')
  expect(marked('Voor {points} punten', 'Voor <b>{points}</b> punten')).toBe(
    'Voor [<b>]{points}[</b>] punten',
  )
  expect(marked('Een <b>woord</b>', 'Een <i>woord</i>')).toBe('Een [<i>]woord[</i>]')
  expect(marked('Van {order_by}', 'Van {order_at}')).toBe('Van [{order_at}]')
  expect(marked('', '')).toBe('')
})
