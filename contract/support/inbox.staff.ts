import { LOOKS_LIKE_ADDRESS } from '#domain/mail/mail-address.ts'
import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { VOUCHER_STATES } from '#contract/vouchers/vouchers.staff.ts'
import { INBOX_FOLDERS } from '#domain/support/inbox-folders.ts'
import { typedDay } from '#contract/shared/date-input.ts'
import { allLanguages, type Language } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channelId = z.string().regex(/^\d{1,10}$/)
const at = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string() })
const language = z.enum(allLanguages)
/** The number of messages when the page was read. A reply based on an older version is refused. */
const version = z.int().min(1)
const messageText = z.string().trim().min(1).max(10_000)
/** A unique key from the page. A repeated request with the same key is refused. */
const key = z.uuid()

const ThreadSummary = {
  id: z.string(),
  subject: z.string(),
  name: z.string(),
  email: z.string(),
  language,
  source: z.enum(['form', 'chat', 'mail']),
  state: z.enum(['open', 'answered', 'closed']),
  owner: person.nullable(),
  snoozed_until: at.nullable(),
  /** The time of the oldest unanswered question, the latest answer, or the closing. */
  since: at,
}

export const inbox = staffEndpoint('inbox', {
  summary: 'List the conversations of a folder',
  description: 'Folders: mine, unassigned, waiting for the voucher holder, done.',
  input: z.object({
    ...listInput(['since']),
    folder: z.enum(INBOX_FOLDERS).default('unassigned'),
    ...filterInput('inbox'),
  }),
  answer: listAnswer(
    z.object({
      ...ThreadSummary,
      channel: z.string(),
      /** The start of the newest question. */
      line: z.string(),
      attachments: z.int(),
      /** A mail to the holder bounced. */
      refused: z.boolean(),
    }),
  ),
  refusals: {},
})

export const inboxFolders = staffEndpoint('inboxFolders', {
  summary: 'Count the conversations in each folder',
  input: z.object({ channel: channelId.optional() }),
  answer: z.object({
    unassigned: z.int(),
    mine: z.int(),
    others: z.int(),
    waiting: z.int(),
  }),
  refusals: {},
})

const Message = z.object({
  id: z.string(),
  /** A question, an answer, an internal note, or an automatic mail. */
  kind: z.enum(['in', 'out', 'note', 'automatic']),
  at,
  by: person.nullable(),
  from: z.string(),
  /** The sender's address differs from the address of the thread. */
  stranger: z.boolean(),
  body: z.string(),
  /** The complete text; null if nothing was cut from `body`. */
  whole: z.string().nullable(),
  attachments: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.int() }),
  ),
  /** Attachments not stored: too large, too many, or of a refused type. */
  left_out: z.int(),
  /** The mail that contains an answer. `said`: the error of the mail server. */
  mail: z
    .object({ state: z.enum(['queued', 'sent', 'refused']), to: z.string(), said: z.string() })
    .nullable(),
})

export const requestThread = staffEndpoint('requestThread', {
  summary: 'Get a conversation with its messages and its voucher',
  input: z.object({ id }),
  answer: z.object({
    ...ThreadSummary,
    channel: z.object({ id: z.string(), name: z.string() }),
    version: z.int(),
    messages: z.array(Message),
    holder: z
      .object({
        id: z.string(),
        name: z.string(),
        last3: z.string(),
        state: z.enum(VOUCHER_STATES),
        available: z.int(),
        valid_until: at.nullable(),
        orders: z.array(
          z.object({
            number: z.string(),
            at,
            state: z.string(),
            points: z.int(),
            cents: z.int(),
            gifts: z.array(z.object({ name: z.string(), quantity: z.int() })),
            parcels: z.array(
              z.object({
                code: z.string(),
                carrier: z.string(),
                link: z.string().nullable(),
                state: z.string(),
              }),
            ),
          }),
        ),
      })
      .nullable(),
  }),
  refusals: {},
})

export const requestAttachment = staffEndpoint('requestAttachment', {
  summary: 'Download an attachment of an email',
  input: z.object({ id, attachment: id }),
  answer: z.object({}),
  refusals: {},
})

export const takeRequest = staffEndpoint('takeRequest', {
  summary: 'Assign a conversation to yourself or to nobody',
  description: 'Returns the previous assignee.',
  input: z.object({ id, from: z.string().nullable(), to: z.enum(['me', 'nobody']) }),
  answer: z.object({}),
  refusals: { 'changed-since': 409 },
})

export const takeOldest = staffEndpoint('takeOldest', {
  summary: 'Assign the oldest unassigned conversation to yourself',
  description: 'Two people are never assigned the same one.',
  input: z.object({ channel: channelId.optional() }),
  answer: z.object({ id: z.string() }),
  refusals: { 'nothing-to-do': 409 },
})

export const answerRequest = staffEndpoint('answerRequest', {
  summary: 'Reply by email',
  description: 'Refused if someone else has replied since you read it.',
  input: z.object({ id, key, version, body: messageText, close: z.boolean().default(false) }),
  answer: z.object({ message: z.string(), version: z.int() }),
  refusals: { 'changed-since': 409, 'done-already': 409, 'sender-erased': 409 },
})

export const addRequestNote = staffEndpoint('addRequestNote', {
  summary: 'Add an internal note to a conversation',
  input: z.object({ id, key, body: messageText }),
  answer: z.object({ message: z.string() }),
  refusals: { 'done-already': 409, 'sender-erased': 409 },
})

export const snoozeRequest = staffEndpoint('snoozeRequest', {
  summary: 'Snooze a conversation until 8:00 on a given day, or end the snooze',
  input: z.object({
    id,
    day: typedDay.refine((day) => day < '9999', 'is too far away').nullable(),
  }),
  answer: z.object({ until: at.nullable() }),
  refusals: { 'no-longer-possible': 409 },
})

export const closeRequest = staffEndpoint('closeRequest', {
  summary: 'Close a conversation',
  description: 'A new message from the voucher holder reopens it.',
  input: z.object({ id, version }),
  answer: z.object({}),
  refusals: { 'changed-since': 409 },
})

export const reopenRequest = staffEndpoint('reopenRequest', {
  summary: 'Reopen a closed conversation',
  input: z.object({ id }),
  answer: z.object({}),
  refusals: { 'no-longer-possible': 409 },
})

export const correctRequestSender = staffEndpoint('correctRequestSender', {
  summary: 'Change the address and language for replies in a conversation',
  input: z.object({
    id,
    email: z.string().trim().max(200).regex(LOOKS_LIKE_ADDRESS),
    language,
  }),
  answer: z.object({}),
  refusals: {},
})

export const assignRequestToHolder = staffEndpoint('assignRequestToHolder', {
  summary: 'Link a conversation to a voucher holder',
  input: z.object({ id, voucher: id.nullable() }),
  answer: z.object({}),
  refusals: {},
})

const Texts = z
  .object(
    Object.fromEntries(
      allLanguages.map((code) => [code, z.string().trim().max(5000).default('')]),
    ) as Record<Language, z.ZodDefault<z.ZodString>>,
  )
  .refine((texts) => Object.values(texts).some((text) => text !== ''), 'needs at least one text')
const SavedReply = {
  name: z.string().trim().min(1).max(80),
  channel: channelId.nullable(),
  texts: Texts,
}

export const savedReplies = staffEndpoint('savedReplies', {
  summary: 'List saved replies with their texts by language',
  input: z.object({ channel: channelId.optional() }),
  answer: z.object({
    items: z.array(
      z.object({ ...SavedReply, id: z.string(), version: z.int(), mine: z.boolean() }),
    ),
  }),
  refusals: {},
})

export const addSavedReply = staffEndpoint('addSavedReply', {
  summary: 'Create a saved reply',
  description: 'For one channel. An owner can create it for all channels.',
  input: z.object(SavedReply),
  answer: z.object({ id: z.string() }),
  refusals: { 'answer-taken': 409, 'unknown-channel': 409 },
})

export const changeSavedReply = staffEndpoint('changeSavedReply', {
  summary: 'Change a saved reply',
  input: z.object({ ...SavedReply, id, version }),
  answer: z.object({ version: z.int() }),
  refusals: { 'changed-since': 409, 'answer-taken': 409, 'unknown-channel': 409 },
})

export const removeSavedReply = staffEndpoint('removeSavedReply', {
  summary: 'Delete a saved reply',
  description: 'Its text stays in the audit log.',
  input: z.object({ id, version }),
  answer: z.object({}),
  refusals: { 'changed-since': 409 },
})
