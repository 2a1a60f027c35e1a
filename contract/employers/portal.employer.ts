import { z } from 'zod'

import { listAnswer, listInput } from '#contract/shared/list-input.ts'
import { NewRecipient } from '#contract/vouchers/new-recipient.ts'
import { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { employerEndpoint } from '#contract/shared/endpoint.employer.ts'
import { requiredLine } from '#contract/shared/fields.ts'
import { isEmail } from '#domain/mail/email.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const noId = z.object({})

const colour = z.string().regex(/^#[0-9a-f]{6}$/)

/** Colours of a channel, each readable where the portal uses it. */
const Theme = z.object({
  heading: colour,
  on_heading: colour,
  active: colour,
  on_active: colour,
  /** Text, lines and buttons on a light and on a dark page. */
  ink: colour,
  ink_dark: colour,
  on_ink_dark: colour,
})

/** Colours, logos and images of the portal. The colours are those of the newest campaign's shop. */
export const appearance = employerEndpoint('appearance', {
  input: z.object({ language: z.enum(STAFF_LANGUAGES).optional() }),
  answer: z.object({
    /** The logo of the newest campaign's shop if no other employer uses that shop; otherwise ''. */
    logo: z.string(),
    theme: Theme,
    /** Contact data of the gift company; '' if unknown. */
    contact: z.object({ email: z.string(), telephone: z.string() }),
    /** The shops of its campaigns. */
    shops: z.array(
      z.object({
        channel: z.string(),
        name: z.string(),
        logo: z.string(),
        /** The large image of the home page. */
        hero: z.string(),
      }),
    ),
  }),
  refusals: {},
})

export const figures = employerEndpoint('figures', {
  input: noId,
  answer: EmployerStatistics,
  refusals: {},
})

/** The same figures as a CSV file. */
export const report = employerEndpoint('report', {
  input: noId,
  answer: z.string(),
  refusals: {},
})

/** The figures of one campaign as a PDF with charts. */
export const campaignReport = employerEndpoint('campaignReport', {
  input: z.object({ campaign: id, language: z.enum(STAFF_LANGUAGES).optional() }),
  answer: z.string(),
  refusals: {},
})

/** Texts and figures of the page that shows recipients what their employer can see. */
export const seen = employerEndpoint('seen', {
  input: z.object({ language: z.enum(STAFF_LANGUAGES).optional() }),
  answer: z.object({
    texts: z.record(z.string(), z.string()),
    figures: EmployerStatistics,
  }),
  refusals: {},
})

export const campaigns = employerEndpoint('campaigns', {
  input: noId,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        channel: z.string(),
        /** The first day, in the channel's time zone; null from that day on. */
        opens: z.string().nullable(),
        closes: z.string().nullable(),
        /** The first day of the curve: the opening day, or the day of the first batch. Null without either. */
        started: z.string().nullable(),
        /** The closing day, or the last day of the codes if that is earlier. Null without either. */
        last_day: z.string().nullable(),
        /** Whether the last day is over. Codes may be valid for longer. */
        closed: z.boolean(),
        /** The last day of the codes. Null if a batch never expires, or if there is no batch. */
        codes_until: z.string().nullable(),
        /** Whether all codes have expired or, without codes, whether the campaign is closed. */
        ended: z.boolean(),
        /** Whether recipients were mailed their codes, and whether a mail has to be corrected. */
        mails: z.enum(['none', 'sent', 'bounced']),
        batches: z.array(
          z.object({
            id: z.string(),
            points: z.int(),
            /** In the channel's time zone. */
            last_day: z.string().nullable(),
          }),
        ),
        /** Days until the last day or, after it, until the codes expire. Null if there is no such day. */
        days_left: z.int().min(0).nullable(),
        /** When reminders were requested, newest first. */
        reminders: z.array(z.iso.datetime()),
        /** When the next reminder can be requested; null: now. */
        remind_from: z.iso.datetime().nullable(),
      }),
    ),
  }),
  refusals: {},
})

const PersonAnswer = z.object({
  id: z.string(),
  batch: z.string(),
  campaign: z.string(),
  name: z.string(),
  department: z.string(),
  /** As the employer entered it; '' if the recipient has entered another one in the shop. */
  email: z.string(),
  corrected: z.boolean(),
  /** 'sent' includes queued mails. */
  mail: z.enum(['none', 'sent', 'bounced', 'revoked']),
})

const { search, sort, cursor, limit } = listInput(['name', 'department'])

export const people = employerEndpoint('people', {
  input: z.object({
    search,
    sort,
    cursor,
    limit,
    /** Only recipients of this campaign. */
    campaign: id.optional(),
    /** Only recipients whose mail bounced. */
    mail: z.literal('bounced').optional(),
  }),
  answer: listAnswer(PersonAnswer),
  refusals: {},
})

const { department, email, language } = NewRecipient.shape

export const addRecipient = employerEndpoint('addRecipient', {
  input: z.object({
    batch: id,
    name: requiredLine(200),
    department,
    email,
    language,
    reason: requiredLine(500),
    allow_second: z.boolean().default(false),
  }),
  answer: PersonAnswer,
  refusals: {
    'over-budget': 409,
    'over-limit': 409,
    'has-one-already': 409,
    'batch-undone': 409,
    'waits-for-second': 409,
    'batch-over': 409,
    'being-made': 409,
    'codes-under-way': 409,
  },
})

export const correctRecipientEmail = employerEndpoint('correctRecipientEmail', {
  input: z.object({
    recipient: id,
    was: z.string().max(254),
    email: z
      .string()
      .trim()
      .max(254)
      .refine((text) => isEmail(text), 'is not an email address'),
  }),
  answer: PersonAnswer,
  refusals: { 'changed-since': 409, 'no-longer-possible': 409 },
})

export const remind = employerEndpoint('remind', {
  input: z.object({ campaign: id }),
  /** Without the number of mails: it would reveal how many recipients have not ordered. */
  answer: z.object({ remind_from: z.iso.datetime() }),
  refusals: { 'reminded-lately': 409 },
})
