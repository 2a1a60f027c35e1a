import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

import type { z } from 'zod'

import type { LetterFailures } from '#contract/vouchers/letters.staff.ts'
import { languageOf } from '#domain/language.ts'
import {
  letterText,
  type LetterOrder,
  createTestSheets,
} from '#server/modules/vouchers/letters/write-letters.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { loadPdfFonts, findUnprintable } from '#server/platform/pdf-fonts.ts'

type LetterFailure = z.output<typeof LetterFailures>['troubles'][number]
export type LetterPerson = {
  place: number
  /** Only for an existing batch. */
  id?: string
  name: string
  department: string
  language: string
  words: string
}
export type UnprintedLetters = {
  order: Omit<LetterOrder, 'print'>
  people: readonly LetterPerson[]
  /** The number of letters, including those without a name. */
  count: number
}

const MAX_LISTED = 50
const PRINT_SIZES = ['usual', 'large'] as const
/** Messages are checked longest first. After this many that fit, the shorter ones are assumed to fit. */
const FITTING_IN_A_ROW = 20
/** At most this many messages are checked. */
const MAX_DRAWN = 100
/** The widest possible code. */
const WIDEST_CODE = 'mmmmmmmmm'
const NO_PERSON: LetterPerson = { place: 0, name: '', department: '', language: '', words: '' }

/** Finds the errors of these letters. Those that prevent printing come first. */
export async function findLetterErrors(
  shop: Shop,
  letters: UnprintedLetters,
): Promise<z.output<typeof LetterFailures>> {
  const sheets = await createTestSheets(shop, letters.order.model)
  const missingCharacters = await findAllMissingCharacters(shop, letters)
  const all = [...missingCharacters, ...(await findTooLongTexts(shop, letters, sheets))]
  if (letters.order.model.channel.logo !== '' && !sheets.hasLogo)
    all.push({ ...FOR_ALL_LETTERS, what: 'no-logo', field: 'logo' })
  const leftOut = new Set(missingCharacters.flatMap(({ person }) => (person ? [person.place] : [])))
    .size
  const noneCanBePrinted = missingCharacters.some(({ person }) => person === null)
  const printed = noneCanBePrinted ? 0 : letters.count - leftOut
  return {
    troubles: all.slice(0, MAX_LISTED),
    more: Math.max(0, all.length - MAX_LISTED),
    left_out: leftOut,
    letters: Math.max(0, printed),
  }
}

const personAnswer = ({
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

const FOR_ALL_LETTERS = {
  print: 'both',
  language: '',
  person: null,
  letters: [] as string[],
} as const

/** Finds characters of names and messages that the font lacks. They would be printed as a box, or not at all. */
export async function findMissingCharacters({
  order: { row },
  people,
}: {
  order: Pick<UnprintedLetters['order'], 'row'>
  people: readonly LetterPerson[]
}): Promise<LetterFailure[]> {
  const texts: [Pick<LetterFailure, 'field' | 'language' | 'person'>, string][] = [
    [{ field: 'sender_name', language: '', person: null }, row.sender_name],
    [{ field: 'sender_message', language: '', person: null }, row.sender_message],
    ...Object.entries(row.sender_messages).map(([language, words]): (typeof texts)[number] => [
      { field: 'sender_message', language: languageOf(language) ?? '', person: null },
      words,
    ]),
    ...people.flatMap((person) =>
      (['name', 'department', 'words'] as const).map((field): (typeof texts)[number] => [
        { field, language: '', person: personAnswer(person) },
        person[field],
      ]),
    ),
  ]
  return findUnprintableTexts(texts)
}

async function findUnprintableTexts(
  texts: [Pick<LetterFailure, 'field' | 'language' | 'person'>, string][],
): Promise<LetterFailure[]> {
  const missing = await findUnprintable(
    await loadPdfFonts(),
    texts.map(([, text]) => text),
  )
  if (missing.length === 0) return []
  return texts.flatMap(([where, text]) => {
    const normal = text.normalize('NFC')
    const letters = missing.filter((letter) => normal.includes(letter))
    return letters.length === 0 ? [] : [{ ...where, what: 'no-shape', print: 'both', letters }]
  })
}

/** Also checks the channel's letter texts, in each language of a recipient. */
async function findAllMissingCharacters(
  shop: Shop,
  letters: UnprintedLetters,
): Promise<LetterFailure[]> {
  const own = await findMissingCharacters(letters)
  const withoutSender = {
    ...letters.order,
    row: { ...letters.order.row, sender_name: '', sender_message: '', sender_messages: {} },
  }
  const channelTexts = listLanguages(letters).map(
    (language): Parameters<typeof findUnprintableTexts>[0][number] => {
      const { steps, ...otherTexts } = letterText(
        shop,
        withoutSender,
        withWidestCode({ ...NO_PERSON, language }),
      )
      return [
        { field: 'letter', language, person: null },
        [...Object.values(otherTexts), ...steps.flat()].join(' '),
      ]
    },
  )
  return [...own, ...(await findUnprintableTexts(channelTexts))]
}

const listLanguages = ({ order: { model }, people }: Omit<UnprintedLetters, 'count'>) => {
  const own = model.channel.defaultLanguage
  const all = new Set(people.map(({ language }) => languageOf(language) ?? own))
  return all.size === 0 ? [own] : [...all]
}

const withWidestCode = (person: LetterPerson) => ({ ...person, voucherId: 0, code: WIDEST_CODE })

/** Finds texts that do not fit on one page: the sender's message to all, and messages to one recipient. */
async function findTooLongTexts(
  shop: Shop,
  { order, people }: Omit<UnprintedLetters, 'count'>,
  sheets: Awaited<ReturnType<typeof createTestSheets>>,
): Promise<LetterFailure[]> {
  const own = order.model.channel.defaultLanguage
  const found: LetterFailure[] = []
  const fits = async (person: LetterPerson, print: (typeof PRINT_SIZES)[number]) => {
    // A letter takes milliseconds: yield to other requests in between.
    await yieldToEventLoop()
    return sheets.pagesOf(letterText(shop, order, withWidestCode(person)), print) === 1
  }
  for (const language of listLanguages({ order, people })) {
    const readers = people.filter((person) => (languageOf(person.language) ?? own) === language)
    const longest = {
      ...NO_PERSON,
      language,
      name: longestValue(readers, 'name'),
      department: longestValue(readers, 'department'),
    }
    const message = order.row.sender_messages[language] || order.row.sender_message
    found.push(
      ...(await findTooLongPrints(
        {
          field: message === '' ? 'letter' : 'sender_message',
          language,
          person: null,
        },
        (print) => fits(longest, print),
      )),
    )
  }
  const withMessage = people
    .filter(({ words }) => words !== '')
    .toSorted((a, b) => estimateLength(b.words) - estimateLength(a.words))
    .slice(0, MAX_DRAWN)
  let fittingInARow = 0
  for (const person of withMessage) {
    const failures = await findTooLongPrints(
      { field: 'words', language: '', person: personAnswer(person) },
      (print) => fits(person, print),
    )
    found.push(...failures)
    fittingInARow = failures.length === 0 ? fittingInARow + 1 : 0
    if (fittingInARow === FITTING_IN_A_ROW) break
  }
  return found
}

async function findTooLongPrints(
  where: Pick<LetterFailure, 'field' | 'language' | 'person'>,
  fits: (print: (typeof PRINT_SIZES)[number]) => Promise<boolean>,
): Promise<LetterFailure[]> {
  const tooLong: (typeof PRINT_SIZES)[number][] = []
  for (const print of PRINT_SIZES) if (!(await fits(print))) tooLong.push(print)
  const [print] = tooLong
  if (print === undefined) return []
  return [
    {
      ...where,
      what: 'too-long',
      print: tooLong.length === PRINT_SIZES.length ? 'both' : print,
      letters: [],
    },
  ]
}

const longestValue = (people: readonly LetterPerson[], field: 'name' | 'department') =>
  people.reduce(
    (longest, person) => (person[field].length > longest.length ? person[field] : longest),
    '',
  )

/** Counts a line break like 60 characters, because a short line takes as much space as a full one. */
const estimateLength = (words: string) => words.length + 60 * (words.split('\n').length - 1)
