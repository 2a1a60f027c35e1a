import { MOST_BATCH_POINTS_ALONE } from '#domain/approvals/staff-limits.ts'
import { MOST_POINTS_EACH } from '#domain/vouchers/batch-limits.ts'
import { isLongerThanAllowed, isShorterThanUsual } from '#domain/vouchers/batch-validity.ts'
import { isEmail } from '#domain/mail/email.ts'
import {
  guessColumns,
  findIgnoredParts,
  type ListedPerson,
  type LongCell,
  findLongCells,
  nameKey,
  type PeopleColumns,
  recipientsByRow,
  rowsOfText,
  repeatedRecipients,
  unifyDepartments,
} from '#domain/vouchers/recipient-list.ts'
import type { Language } from '#domain/language.ts'

/** The sender's text by language. Missing languages have no translation. */
export type SenderIn = Partial<Record<Language, string>>

export type SaidColumns = PeopleColumns & { first: string }

/** The input of all five steps. */
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
  /** The user's column assignment, for a list that starts with this row. */
  columns: SaidColumns | null
  /** `nameKey` of people who share an email address with an earlier row and still get a voucher. */
  keep: string[]
  senderName: string
  senderMessage: string
  /** The file name in the library; '' if there is none. */
  senderImage: string
  senderIn: SenderIn
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
  columns: null,
  keep: [],
  senderName: '',
  senderMessage: '',
  senderImage: '',
  senderIn: {},
}

export const STEPS = [
  'stepDetails',
  'stepValidity',
  'stepRecipients',
  'stepMessage',
  'stepReview',
] as const
export type Step = (typeof STEPS)[number]

export type ReadList = {
  rows: string[][]
  columns: PeopleColumns
  /** Parts of the list that are not used. */
  leftOut: ReturnType<typeof findIgnoredParts>
  people: ListedPerson[]
  /** The same people again; always left out. */
  twice: ListedPerson[]
  /** A different name with the email address of an earlier row. Left out unless `keep` contains the `nameKey`. */
  sameMail: ListedPerson[]
  once: ListedPerson[]
  /** The row of each of these, from 1, with header rows included. */
  rowsOfOnce: number[]
  /** Cells of theirs with more than is taken. */
  long: LongCell[]
}

/** The repeated people who have another name: two people may share an email address. */
function otherNames(people: readonly ListedPerson[], again: readonly ListedPerson[]) {
  const first = new Map<string, number>()
  for (const [at, person] of people.entries())
    if (!first.has(nameKey(person))) first.set(nameKey(person), at)
  return again.filter(
    (person) =>
      person.email !== '' &&
      person.name !== '' &&
      people[first.get(nameKey(person)) ?? -1] === person,
  )
}

/** Identifies a list by its header rows and a title above them, so that an assignment is not used for another list. */
export const topOf = (rows: string[][]) =>
  JSON.stringify(rows.slice(0, Math.max(1, guessColumns(rows).heads)))

export function readList({
  list,
  columns: assigned,
  keep,
}: Pick<BatchDraft, 'list' | 'columns' | 'keep'>): ReadList {
  const rows = rowsOfText(list)
  const columns = assigned && assigned.first === topOf(rows) ? assigned : guessColumns(rows)
  const found = recipientsByRow(rows, columns)
  const people = unifyDepartments(found.map(({ person }) => person))
  const read = found.map((one, at) => ({ ...one, person: people[at] ?? one.person }))
  const again = repeatedRecipients(people)
  const sameMail = otherNames(people, again)
  const kept = new Set(sameMail.filter((person) => keep.includes(nameKey(person))))
  const twice = again.filter((person) => !sameMail.includes(person))
  const leftAway = new Set(again.filter((person) => !kept.has(person)))
  const once = read.filter(({ person }) => !leftAway.has(person))
  return {
    rows,
    columns,
    people,
    twice,
    sameMail,
    once: once.map(({ person }) => person),
    rowsOfOnce: once.map(({ row }) => row),
    long: findLongCells(once),
    leftOut: findIgnoredParts(rows, columns),
  }
}

/** Campaigns of several employers may have one name. */
export const campaignWithEmployer = (campaign: { name: string; employer_name: string }) =>
  `${campaign.name}, ${campaign.employer_name}`

/** The days of a campaign as the validity of its vouchers, as far as they are still to come. */
export const validityOf = (
  campaign: { opens: string | null; closes: string | null } | undefined,
  today: string,
): Pick<BatchDraft, 'from' | 'until'> => ({
  from: campaign?.opens && campaign.opens > today ? campaign.opens : '',
  until: campaign?.closes && campaign.closes >= today ? campaign.closes : '',
})

const WHOLE = /^\d{1,6}$/

/** Which step still lacks something; null where the batch can be made. */
export function firstUnfinished(draft: BatchDraft, today: string): Step | null {
  if (draft.channel === '' || !arePoints(draft.points)) return 'stepDetails'
  if (isLate(draft, today)) return 'stepValidity'
  if (isShort(draft, today) && draft.shortReason.trim() === '') return 'stepValidity'
  return vouchersOf(draft) === 0 || hasUnusable(draft) ? 'stepRecipients' : null
}

export const arePoints = (text: string) =>
  WHOLE.test(text) && Number(text) >= 1 && Number(text) <= MOST_POINTS_EACH

const daysOf = ({ from, until }: BatchDraft, today: string) => ({
  from: from > today ? from : today,
  until: until === '' ? null : until,
})
export const isShort = (draft: BatchDraft, today: string) =>
  isShorterThanUsual(daysOf(draft, today))
export const isLate = (draft: BatchDraft, today: string) =>
  isLongerThanAllowed(daysOf(draft, today))

function hasUnusable(draft: BatchDraft) {
  if (draft.who !== 'list') return false
  const { once, long } = readList(draft)
  return long.length > 0 || once.some(({ email }) => email !== '' && !isEmail(email))
}

export function vouchersOf(draft: BatchDraft): number {
  if (draft.who === 'list') return readList(draft).once.length
  return WHOLE.test(draft.count) ? Number(draft.count) : 0
}

export const sumOf = (draft: BatchDraft) => vouchersOf(draft) * (Number(draft.points) || 0)
/** More than one person alone gives. */
export const isLarge = (draft: BatchDraft) => sumOf(draft) > MOST_BATCH_POINTS_ALONE

/** A table as text that can be looked at and resolved in the field that lists are pasted into. */
export const asText = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\n\r]+/g, ' ')).join('\t')).join('\n')
