import { setImmediate as breathe } from 'node:timers/promises'

import type { z } from 'zod'

import type { LetterFailures } from '#contract/vouchers/letters.staff.ts'
import { languageOf } from '#domain/language.ts'
import {
  letterText,
  type LetterOrder,
  letterSheets,
} from '#server/modules/vouchers/letters/write-letters.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { letterFonts, unprintable } from '#server/platform/pdf-fonts.ts'

type LoadFailure = z.output<typeof LetterFailures>['troubles'][number]
export type LetterPerson = {
  place: number
  /** Only for an existing batch. */
  id?: string
  name: string
  department: string
  language: string
  words: string
}
export type LettersToTry = {
  order: Omit<LetterOrder, 'print'>
  people: readonly LetterPerson[]
  /** The number of letters, including those without a name. */
  count: number
}

const MAX_LISTED = 50
const PRINTS = ['usual', 'large'] as const
/** Recipients are checked longest first. After this many that fit, shorter ones fit, too. */
const IN_A_ROW = 20
/** No more than this many are checked. */
const MOST_DRAWN = 100
/** The widest possible code. */
const WIDEST = 'mmmmmmmmm'
const NOBODY: LetterPerson = { place: 0, name: '', department: '', language: '', words: '' }

/** Problems of these letters. Those that prevent printing come first. */
export async function letterTroubles(
  shop: Shop,
  asked: LettersToTry,
): Promise<z.output<typeof LetterFailures>> {
  const sheets = await letterSheets(shop, asked.order.model)
  const undrawn = await shapeless(shop, asked)
  const all = [...undrawn, ...(await tooLong(shop, asked, sheets))]
  if (asked.order.model.channel.logo !== '' && !sheets.hasLogo)
    all.push({ ...OF_ALL, what: 'no-logo', field: 'logo' })
  const leftOut = new Set(undrawn.flatMap(({ person }) => (person ? [person.place] : []))).size
  const printed = undrawn.some(({ person }) => person === null) ? 0 : asked.count - leftOut
  return {
    troubles: all.slice(0, MAX_LISTED),
    more: Math.max(0, all.length - MAX_LISTED),
    left_out: leftOut,
    letters: Math.max(0, printed),
  }
}

const answerOf = ({
  place,
  name,
  id = null,
}: {
  place: number
  name: string
  id?: string | null
}) => ({
  place,
  name,
  id,
})

const OF_ALL = { print: 'both', language: '', person: null, letters: [] as string[] } as const

/** Characters missing in the font: each would be printed as a box, or not at all. */
export async function shapelessOwn({
  order: { row },
  people,
}: {
  order: Pick<LettersToTry['order'], 'row'>
  people: readonly LetterPerson[]
}): Promise<LoadFailure[]> {
  const texts: [Pick<LoadFailure, 'field' | 'language' | 'person'>, string][] = [
    [{ field: 'sender_name', language: '', person: null }, row.sender_name],
    [{ field: 'sender_message', language: '', person: null }, row.sender_message],
    ...Object.entries(row.sender_messages).map(([language, words]): (typeof texts)[number] => [
      { field: 'sender_message', language: languageOf(language) ?? '', person: null },
      words,
    ]),
    ...people.flatMap(({ name, ...one }) =>
      (
        [
          ['name', name],
          ['department', one.department],
          ['words', one.words],
        ] as const
      ).map(([field, text]): (typeof texts)[number] => [
        { field, language: '', person: answerOf({ ...one, name }) },
        text,
      ]),
    ),
  ]
  return withoutShape(texts)
}

async function withoutShape(
  texts: [Pick<LoadFailure, 'field' | 'language' | 'person'>, string][],
): Promise<LoadFailure[]> {
  const missing = await unprintable(
    await letterFonts(),
    texts.map(([, text]) => text),
  )
  if (missing.length === 0) return []
  return texts.flatMap(([where, text]) => {
    const normal = text.normalize('NFC')
    const letters = missing.filter((letter) => normal.includes(letter))
    return letters.length === 0 ? [] : [{ ...where, what: 'no-shape', print: 'both', letters }]
  })
}

/** Also checks the channel's own letter texts, in each language of a recipient. */
async function shapeless(shop: Shop, asked: LettersToTry): Promise<LoadFailure[]> {
  const own = await shapelessOwn(asked)
  const plain = {
    ...asked.order,
    row: { ...asked.order.row, sender_name: '', sender_message: '', sender_messages: {} },
  }
  const ofLetter = languagesOf(asked).map(
    (language): Parameters<typeof withoutShape>[0][number] => {
      const { steps, ...rest } = letterText(shop, plain, givenTo({ ...NOBODY, language }))
      return [
        { field: 'letter', language, person: null },
        [...Object.values(rest), ...steps.flat()].join(' '),
      ]
    },
  )
  return [...own, ...(await withoutShape(ofLetter))]
}

const languagesOf = ({ order: { model }, people }: Omit<LettersToTry, 'count'>) => {
  const own = model.channel.defaultLanguage
  const all = new Set(people.map(({ language }) => languageOf(language) ?? own))
  return all.size === 0 ? [own] : [...all]
}

const givenTo = (person: LetterPerson) => ({ ...person, voucherId: 0, code: WIDEST })

/** Texts that do not fit on one page: the sender's message to all, and messages to one recipient. */
async function tooLong(
  shop: Shop,
  { order, people }: Omit<LettersToTry, 'count'>,
  sheets: Awaited<ReturnType<typeof letterSheets>>,
): Promise<LoadFailure[]> {
  const own = order.model.channel.defaultLanguage
  const found: LoadFailure[] = []
  const fits = async (person: LetterPerson, print: (typeof PRINTS)[number]) => {
    // A letter takes milliseconds: yield to other requests in between.
    await breathe()
    return sheets.pagesOf(letterText(shop, order, givenTo(person)), print) === 1
  }
  for (const language of languagesOf({ order, people })) {
    const theirs = people.filter((one) => (languageOf(one.language) ?? own) === language)
    const longest = {
      ...NOBODY,
      language,
      name: longestOf(theirs, 'name'),
      department: longestOf(theirs, 'department'),
    }
    const message = order.row.sender_messages[language] || order.row.sender_message
    found.push(
      ...(await unfit(
        {
          field: message === '' ? 'letter' : 'sender_message',
          language,
          person: null,
        },
        (print) => fits(longest, print),
      )),
    )
  }
  const worded = people
    .filter(({ words }) => words !== '')
    .toSorted((a, b) => roomOf(b.words) - roomOf(a.words))
    .slice(0, MOST_DRAWN)
  let inARow = 0
  for (const person of worded) {
    const wrong = await unfit({ field: 'words', language: '', person: answerOf(person) }, (print) =>
      fits(person, print),
    )
    found.push(...wrong)
    inARow = wrong.length === 0 ? inARow + 1 : 0
    if (inARow === IN_A_ROW) break
  }
  return found
}

async function unfit(
  where: Pick<LoadFailure, 'field' | 'language' | 'person'>,
  fits: (print: (typeof PRINTS)[number]) => Promise<boolean>,
): Promise<LoadFailure[]> {
  const without: (typeof PRINTS)[number][] = []
  for (const print of PRINTS) if (!(await fits(print))) without.push(print)
  const [print] = without
  if (print === undefined) return []
  return [{ ...where, what: 'too-long', print: without.length === 2 ? 'both' : print, letters: [] }]
}

const longestOf = (people: readonly LetterPerson[], field: 'name' | 'department') =>
  people.reduce((longest, one) => (one[field].length > longest.length ? one[field] : longest), '')

/** A short line takes as much space as a full one. */
const roomOf = (words: string) => words.length + 60 * (words.split('\n').length - 1)
