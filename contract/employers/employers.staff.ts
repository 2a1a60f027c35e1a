import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { freeText, line, requiredLine } from '#contract/shared/fields.ts'
import { typedDay } from '#contract/shared/date-input.ts'
import { isPeppolId } from '#domain/employers/peppol-id.ts'
import { isVatNumber, plainVatNumber } from '#domain/finance/vat-number.ts'

const id = z.string().regex(/^\d{1,15}$/)

export const UNCLAIMED_RULES = ['billed', 'half', 'not-billed'] as const

const EmployerFields = z.object({
  name: requiredLine(200),
  /** Stored without separators. */
  vat_number: line(40)
    .transform(plainVatNumber)
    .refine((plain) => plain === '' || isVatNumber(plain), 'is not a VAT number')
    .default(''),
  /** For example 0106:12345678. */
  peppol_id: line(80)
    .refine((text) => text === '' || isPeppolId(text), 'is not a Peppol ID')
    .default(''),
  address: freeText(500).default(''),
  contact: line(200).default(''),
  email: line(254)
    .refine(
      (email) => email === '' || z.email().safeParse(email).success,
      'is not an email address',
    )
    .default(''),
})

/** Values stored before the validation existed are returned unchanged. */
export const EmployerAnswer = EmployerFields.extend({
  vat_number: z.string(),
  peppol_id: z.string(),
  email: z.string(),
  id: z.string(),
  /** Figures are of the channels that the staff user can see. null: all campaigns are in other channels. */
  campaigns: z.int().nullable(),
  batches: z.int().nullable(),
  /** Points of batches that were not withdrawn. */
  granted: z.int().nullable(),
  added_at: z.iso.datetime(),
  version: z.int(),
})

export const employers = staffEndpoint('employers', {
  summary: 'List employers',
  input: z.object({ ...listInput(['name', 'added_at']), ...filterInput('employers') }),
  answer: listAnswer(EmployerAnswer),
  refusals: {},
})

export const addEmployer = staffEndpoint('addEmployer', {
  summary: 'Create an employer',
  input: EmployerFields,
  answer: EmployerAnswer,
  refusals: {},
})

export const changeEmployer = staffEndpoint('changeEmployer', {
  summary: 'Change the details of an employer',
  input: EmployerFields.extend({ id, version: z.int() }),
  answer: EmployerAnswer,
  refusals: { 'changed-since': 409 },
})

const CampaignFields = z.object({
  name: requiredLine(200),
  /** Days of the channel. */
  opens: typedDay.nullable().default(null),
  closes: typedDay.nullable().default(null),
  unclaimed_rule: z.enum(UNCLAIMED_RULES).default('billed'),
  /** The maximum points of all its batches together; null: no limit. */
  budget_points: z.int().min(1).max(100_000_000).nullable().default(null),
  /** How many days before the end recipients without an order get one reminder; null: no reminder. */
  remind_days: z.int().min(1).max(365).nullable().default(null),
})

const closesAfterOpening = ({ opens, closes }: { opens: string | null; closes: string | null }) =>
  opens === null || closes === null || opens <= closes
const CLOSES_TOO_EARLY = { path: ['closes'], message: 'is before the campaign opens' }

export const CampaignAnswer = CampaignFields.extend({
  budget_points: z.int().nullable(),
  id: z.string(),
  employer: z.string(),
  employer_name: z.string(),
  channel: z.string(),
  batches: z.int(),
  vouchers: z.int(),
  claimed: z.int(),
  granted: z.int(),
  spent: z.int(),
  /** Remaining budget; null if there is none. */
  budget_left: z.int().nullable(),
  version: z.int(),
})

export const campaigns = staffEndpoint('campaigns', {
  summary: 'List the campaigns of an employer or of a channel',
  input: z.object({
    ...filterInput('campaigns'),
    ...listInput(['name', 'opens', 'closes']),
  }),
  answer: listAnswer(CampaignAnswer),
  refusals: {},
})

export const addCampaign = staffEndpoint('addCampaign', {
  summary: 'Create a campaign of an employer in a channel',
  input: CampaignFields.extend({ employer: id, channel: z.string().regex(/^\d{1,10}$/) }).refine(
    closesAfterOpening,
    CLOSES_TOO_EARLY,
  ),
  answer: CampaignAnswer,
  refusals: { 'unknown-channel': 409 },
})

export const changeCampaign = staffEndpoint('changeCampaign', {
  summary: 'Change the dates, the rule or the budget of a campaign',
  input: CampaignFields.extend({ id, version: z.int() }).refine(
    closesAfterOpening,
    CLOSES_TOO_EARLY,
  ),
  answer: CampaignAnswer,
  refusals: { 'changed-since': 409, 'below-granted': 409 },
})

export const employerStatistics = staffEndpoint('employerStatistics', {
  summary: 'Get the figures of an employer as its portal shows them',
  description: 'Totals as of last night, rounded so that no person can be identified.',
  input: z.object({ id }),
  answer: EmployerStatistics,
  refusals: { unavailable: 503 },
})
