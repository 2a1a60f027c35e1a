import { MOST_POINTS_ALONE, MOST_POINTS_EACH } from '#domain/batch-limits.ts'
import { endsLate, endsSoon } from '#domain/batch-validity.ts'
import { isEmail } from '#domain/email.ts'
import {
  leftOut,
  type ListedPerson,
  type LongCell,
  longCells,
  peopleByRow,
  rowsOfText,
  standTwice,
} from '#domain/people-list.ts'

/** The giver's words by language, as far as they are said in it. */
export type GiverIn = Partial<Record<'nl' | 'en' | 'de' | 'fr', string>>

/** What is typed on the five steps. */
export type BatchDraft = {
  channel: string
  campaign: string
  points: string
  note: string
  from: string
  until: string
  shortReason: string
  who: 'number' | 'list'
  count: string
  list: string
  giverName: string
  giverWords: string
  /** As the library calls it; '' is none. */
  giverPicture: string
  giverIn: GiverIn
}

export const EMPTY_BATCH: BatchDraft = {
  channel: '',
  campaign: '',
  points: '',
  note: '',
  from: '',
  until: '',
  shortReason: '',
  who: 'list',
  count: '',
  list: '',
  giverName: '',
  giverWords: '',
  giverPicture: '',
  giverIn: {},
}

export const STEPS = ['stepWhat', 'stepHowLong', 'stepWho', 'stepWords', 'stepMake'] as const
export type Step = (typeof STEPS)[number]

export type ReadList = {
  /** What of the list nobody gets. */
  leftOut: ReturnType<typeof leftOut>
  people: ListedPerson[]
  twice: ListedPerson[]
  once: ListedPerson[]
  /** Cells of theirs with more than is taken. */
  long: LongCell[]
}

export function readList(text: string): ReadList {
  const rows = rowsOfText(text)
  const read = peopleByRow(rows)
  const people = read.map(({ person }) => person)
  const twice = standTwice(people)
  const again = new Set(twice)
  const once = read.filter(({ person }) => !again.has(person))
  return {
    people,
    twice,
    once: once.map(({ person }) => person),
    long: longCells(once),
    leftOut: leftOut(rows),
  }
}

const WHOLE = /^\d{1,6}$/

/** Which step still lacks something; null where the batch can be made. */
export function firstUnfinished(draft: BatchDraft, today: string): Step | null {
  if (draft.channel === '' || !arePoints(draft.points)) return 'stepWhat'
  if (isLate(draft, today)) return 'stepHowLong'
  if (isShort(draft, today) && draft.shortReason.trim() === '') return 'stepHowLong'
  return vouchersOf(draft) === 0 || hasUnusable(draft) ? 'stepWho' : null
}

export const arePoints = (text: string) =>
  WHOLE.test(text) && Number(text) >= 1 && Number(text) <= MOST_POINTS_EACH

const daysOf = ({ from, until }: BatchDraft, today: string) => ({
  from: from > today ? from : today,
  until: until === '' ? null : until,
})
export const isShort = (draft: BatchDraft, today: string) => endsSoon(daysOf(draft, today))
export const isLate = (draft: BatchDraft, today: string) => endsLate(daysOf(draft, today))

function hasUnusable({ who, list }: BatchDraft) {
  if (who !== 'list') return false
  const { once, long } = readList(list)
  return long.length > 0 || once.some(({ email }) => email !== '' && !isEmail(email))
}

export function vouchersOf(draft: BatchDraft): number {
  if (draft.who === 'list') return readList(draft.list).once.length
  return WHOLE.test(draft.count) ? Number(draft.count) : 0
}

export const sumOf = (draft: BatchDraft) => vouchersOf(draft) * (Number(draft.points) || 0)
/** More than one person alone gives. */
export const isLarge = (draft: BatchDraft) => sumOf(draft) > MOST_POINTS_ALONE

/** A table as text that can be looked at and mended in the field that lists are pasted into. */
export const asText = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\n\r]+/g, ' ')).join('\t')).join('\n')
