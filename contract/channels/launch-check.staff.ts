import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { LAUNCH_FINDINGS } from '#contract/channels/launch-issues.ts'
import { commaSeparated } from '#contract/shared/list-input.ts'
import { allLanguages } from '#domain/language.ts'

export const Finding = z.object({
  kind: z.enum(LAUNCH_FINDINGS),
  /** 'bad' prevents the channel from being opened. */
  level: z.enum(['bad', 'warn']),
  language: z.enum(allLanguages).nullable(),
  points: z.int().nullable(),
  count: z.int(),
  /** The affected items with the back-office page of each. Of images only the first; `at` lists all of them. */
  items: z.array(z.object({ name: z.string(), at: z.string() })),
  /** The back-office page for all items. */
  at: z.string(),
})
export type Finding = z.output<typeof Finding>

const id = z.string().regex(/^\d{1,10}$/)
const reason = z.string().trim().max(500)

export const launchCheck = staffEndpoint('launchCheck', {
  summary: 'List what is missing before a channel can open',
  description: 'Computed on each call.',
  input: z.object({ id }),
  answer: z.object({
    findings: z.array(Finding),
    /** The request to open the channel despite the findings, if one is pending. */
    asked: z
      .object({ approval: z.string(), by: z.string(), at: z.iso.datetime(), reason: z.string() })
      .nullable(),
  }),
  refusals: {},
})

/** The page size of the channel list. */
const MAX_CHANNELS = 50

export const launchIssueCounts = staffEndpoint('launchIssueCounts', {
  summary: 'Count the issues of the launch checklist by channel',
  input: z.object({
    ids: commaSeparated(/^\d{1,10}$/).refine(
      (ids) => ids.length <= MAX_CHANNELS,
      `names more than ${MAX_CHANNELS}`,
    ),
  }),
  answer: z.object({
    items: z.array(z.object({ id: z.string(), bad: z.int(), warn: z.int() })),
  }),
  refusals: {},
})

export const openChannel = staffEndpoint('openChannel', {
  summary: 'Open a channel for voucher holders',
  description:
    '409 launch-check if a blocking issue remains, unless it is overridden by name and with a reason.',
  input: z.object({
    id,
    version: z.int(),
    /** The blocking findings that are overridden. If one is missing, the call is refused. */
    override: z.array(z.enum(LAUNCH_FINDINGS)).max(50).default([]),
    reason: reason.default(''),
  }),
  answer: z.object({
    state: z.enum(['open', 'asked']),
    version: z.int(),
  }),
  refusals: {
    'changed-since': 409,
    'launch-check': 409,
    'reason-missing': 409,
    'is-open': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
  },
})

export const closeChannel = staffEndpoint('closeChannel', {
  summary: 'Close a channel for voucher holders',
  description: 'Placed orders and started payments continue.',
  input: z.object({ id, version: z.coerce.number().int(), reason: reason.min(1) }),
  answer: z.object({ version: z.int() }),
  refusals: { 'changed-since': 409, 'is-closed': 409 },
})
