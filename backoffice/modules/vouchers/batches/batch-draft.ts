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
export type SenderMessages = Partial<Record<Language, string>>

export type AssignedColumns = PeopleColumns & { first: string }

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
  columns: AssignedColumns | null
  /** `nameKey` of people who share an email address with an earlier row and still get a voucher. */
  keep: string[]
  senderName: string
  senderMessage: string
  /** The file name in the library; '' if there is none. */
  senderImage: string
  senderIn: SenderMessages
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

export type RecipientList = {
  rows: string[][]
  columns: PeopleColumns
  /** Parts of the list that are not used. */
  ignored: ReturnType<typeof findIgnoredParts>
  people: ListedPerson[]
  /** The same people again; always left out. */
  duplicates: ListedPerson[]
  /** A different name with the email address of an earlier row. Left out unless `keep` contains the `nameKey`. */
  sharedEmails: ListedPerson[]
  recipients: ListedPerson[]
  /** The row of each recipient, from 1, with header rows included. */
  rowNumbers: number[]
  /** Cells of recipients that are too long. */
  longCells: LongCell[]
}

/** The repeated people with another name than before: two people may share an email address. */
function peopleWithOtherName(people: readonly ListedPerson[], repeated: readonly ListedPerson[]) {
  const firstByName = new Map<string, ListedPerson>()
  for (const person of people)
    if (!firstByName.has(nameKey(person))) firstByName.set(nameKey(person), person)
  return repeated.filter(
    (person) =>
      person.email !== '' && person.name !== '' && firstByName.get(nameKey(person)) === person,
  )
}

/** Identifies a list by its header rows and the title above, so that an assignment is only used for similar lists. */
export const headerKey = (rows: string[][]) =>
  JSON.stringify(rows.slice(0, Math.max(1, guessColumns(rows).heads)))

export function parseRecipients({
  list,
  columns: assigned,
  keep,
}: Pick<BatchDraft, 'list' | 'columns' | 'keep'>): RecipientList {
  const rows = rowsOfText(list)
  const columns = assigned && assigned.first === headerKey(rows) ? assigned : guessColumns(rows)
  const listed = recipientsByRow(rows, columns)
  const people = unifyDepartments(listed.map(({ person }) => person))
  const peopleByRow = listed.map(({ row, person }, index) => ({
    row,
    person: people[index] ?? person,
  }))
  const repeated = repeatedRecipients(people)
  const sharedEmails = peopleWithOtherName(people, repeated)
  const kept = new Set(sharedEmails.filter((person) => keep.includes(nameKey(person))))
  const duplicates = repeated.filter((person) => !sharedEmails.includes(person))
  const skipped = new Set(repeated.filter((person) => !kept.has(person)))
  const included = peopleByRow.filter(({ person }) => !skipped.has(person))
  return {
    rows,
    columns,
    people,
    duplicates,
    sharedEmails,
    recipients: included.map(({ person }) => person),
    rowNumbers: included.map(({ row }) => row),
    longCells: findLongCells(included),
    ignored: findIgnoredParts(rows, columns),
  }
}

/** Names of files in the library start with their hash. */
export const imageHash = (file: string) => (file === '' ? null : file.slice(0, 32))

/** Campaigns of several employers may have one name. */
export const campaignWithEmployer = (campaign: { name: string; employer_name: string }) =>
  `${campaign.name}, ${campaign.employer_name}`

/** The dates of a campaign as the validity of its vouchers. Past dates are left out. */
export const proposedValidity = (
  campaign: { opens: string | null; closes: string | null } | undefined,
  today: string,
): Pick<BatchDraft, 'from' | 'until'> => ({
  from: campaign?.opens && campaign.opens > today ? campaign.opens : '',
  until: campaign?.closes && campaign.closes >= today ? campaign.closes : '',
})

const WHOLE_NUMBER = /^\d{1,6}$/

/** The first incomplete step; null if the batch can be created. */
export function findIncompleteStep(draft: BatchDraft, today: string): Step | null {
  if (draft.channel === '' || !isPoints(draft.points)) return 'stepDetails'
  if (isLateEnd(draft, today)) return 'stepValidity'
  if (isShortValidity(draft, today) && draft.shortReason.trim() === '') return 'stepValidity'
  return countVouchers(draft) === 0 || hasInvalidRecipients(draft) ? 'stepRecipients' : null
}

export const isPoints = (text: string) =>
  WHOLE_NUMBER.test(text) && Number(text) >= 1 && Number(text) <= MOST_POINTS_EACH

const validityDays = ({ from, until }: BatchDraft, today: string) => ({
  from: from > today ? from : today,
  until: until === '' ? null : until,
})
export const isShortValidity = (draft: BatchDraft, today: string) =>
  isShorterThanUsual(validityDays(draft, today))
export const isLateEnd = (draft: BatchDraft, today: string) =>
  isLongerThanAllowed(validityDays(draft, today))

function hasInvalidRecipients(draft: BatchDraft) {
  if (draft.who !== 'list') return false
  const { recipients, longCells } = parseRecipients(draft)
  return longCells.length > 0 || recipients.some(({ email }) => email !== '' && !isEmail(email))
}

export function countVouchers(draft: BatchDraft): number {
  if (draft.who === 'list') return parseRecipients(draft).recipients.length
  return WHOLE_NUMBER.test(draft.count) ? Number(draft.count) : 0
}

export const totalPoints = (draft: BatchDraft) => countVouchers(draft) * (Number(draft.points) || 0)
/** More points than a user may give out without an approval. */
export const needsApproval = (draft: BatchDraft) => totalPoints(draft) > MOST_BATCH_POINTS_ALONE

/** The draft as input of `createBatch`. */
export const batchInput = (values: BatchDraft) => ({
  channel: values.channel,
  campaign: values.campaign === '' ? null : values.campaign,
  points: Number(values.points),
  count: countVouchers(values),
  valid_from: values.from === '' ? null : values.from,
  valid_until: values.until === '' ? null : values.until,
  short_reason: values.shortReason,
  note: values.note,
  recipients: recipientInput(values).map((person) => ({
    ...person,
    keep: values.keep.includes(nameKey(person)),
  })),
  sender_name: values.senderName,
  sender_message: values.senderMessage,
  sender_image: imageHash(values.senderImage),
  sender_messages: values.senderIn,
})

export function recipientInput(values: BatchDraft) {
  const people = values.who === 'list' ? parseRecipients(values).recipients : []
  return people.map(({ language, ...person }) => ({
    ...person,
    language: language as '' | Language,
  }))
}

/** A table as text for the list field, where the user can correct it. */
export const tableText = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => cell.replace(/[\t\n\r]+/g, ' ')).join('\t')).join('\n')
