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

/** How the portal looks: in the colours of the newest campaign's shop. */
export const appearance = employerEndpoint('appearance', {
  input: z.object({ language: z.enum(STAFF_LANGUAGES).optional() }),
  answer: z.object({
    /** The company's own, an image of the shop's store; '' if it has none. */
    logo: z.string(),
    theme: Theme,
    /** Of the gift company, for questions; '' if unknown. */
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

/** The same as a file. */
export const report = employerEndpoint('report', {
  input: noId,
  answer: z.string(),
  refusals: {},
})

/** One campaign as a PDF with charts, to print and to pass on. */
export const campaignReport = employerEndpoint('campaignReport', {
  input: z.object({ campaign: id, language: z.enum(STAFF_LANGUAGES).optional() }),
  answer: z.string(),
  refusals: {},
})

/** The texts and figures of the holders' page about the employer's view, in the reader's language. */
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
        /** A day of the channel; null once it has come. */
        opens: z.string().nullable(),
        closes: z.string().nullable(),
        /** The first day of its curve: it opened, or its first vouchers were made. Null without vouchers. */
        started: z.string().nullable(),
        /** The day it closes, or the last day of its codes if that is earlier. Null without either. */
        last_day: z.string().nullable(),
        /** The last day is past. Its codes may be valid for longer. */
        closed: z.boolean(),
        /** The last day of its last batch; null where one never ends, or there is none. */
        codes_until: z.string().nullable(),
        /** Its codes are not valid any more. Without codes: it is closed. */
        ended: z.boolean(),
        /** Whether recipients were mailed their codes, and whether a mail has to be corrected. */
        mails: z.enum(['none', 'sent', 'bounced']),
        batches: z.array(
          z.object({
            id: z.string(),
            points: z.int(),
            /** A day of the channel. */
            last_day: z.string().nullable(),
          }),
        ),
        /** Until the last day, and after it until that of the codes; null without such a day. */
        days_left: z.int().min(0).nullable(),
        /** When reminders were asked for, the newest first. */
        reminders: z.array(z.iso.datetime()),
        /** From when another one may be asked for; null where it may be now. */
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
  /** As the employer gave it; '' where the holder gave the shop another one. */
  email: z.string(),
  corrected: z.boolean(),
  /** 'sent' is on its way, too. */
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
  /** Nothing of how many it reaches: that would be how many have not ordered. */
  answer: z.object({ remind_from: z.iso.datetime() }),
  refusals: { 'reminded-lately': 409 },
})
