import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { requiredLine } from '#contract/shared/fields.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import {
  CHANGE_KINDS,
  ChangeValue,
  Conflict,
  ReleaseChange,
  Someone,
} from '#contract/content/release-change.ts'
import { isDay } from '#domain/time/zone-days.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channel = z.string().regex(/^\d{1,10}$/)
const name = requiredLine(200)
const reason = z.string().trim().max(500).default('')

export const RELEASE_STATES = listFilters.releases.state.values

const ReleaseName = z.object({ id: z.string(), name: z.string() })
const moment = z.iso.datetime().nullable()

export const ReleaseAnswer = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(RELEASE_STATES),
  source: z.enum(['backoffice', 'folder', 'undo', 'end']),
  channels: z.array(z.string()),
  from: moment,
  until: moment,
  time_zone: z.string().nullable(),
  reverts: ReleaseName.nullable(),
  /** The release that it ends. It restores the values from before that release. */
  ends: ReleaseName.nullable(),
  changes: z.int(),
  made_by: Someone,
  made_at: z.iso.datetime(),
  published_by: Someone,
  published_at: moment,
  undo_until: moment,
  /** Why it was stopped. */
  stopped: z.string().nullable(),
  version: z.int(),
})

/** The changed fields of a value, each as a word diff. */
const FieldDiffs = z.array(
  z.object({
    field: z.string(),
    parts: z.array(z.object({ what: z.enum(['same', 'added', 'removed']), text: z.string() })),
  }),
)

const Change = z.object({
  kind: z.enum(CHANGE_KINDS),
  subject: z.string(),
  key: z.record(z.string(), z.unknown()),
  channel: z.string(),
  base_version: z.int(),
  before: ChangeValue,
  after: ChangeValue,
  change_version: z.int(),
  changed_by: Someone,
  changed_at: z.iso.datetime(),
})

/** A value that an undo or a scheduled end skipped, because someone changed it later. */
const SkippedValue = z.object({
  kind: z.enum(CHANGE_KINDS),
  subject: z.string(),
  key: z.record(z.string(), z.unknown()),
  /** For menu items and tiles, whose name is part of their value. */
  value: ChangeValue.optional(),
  by: Someone,
  at: moment,
  release: ReleaseName.nullable(),
})

/** Another release that changes the same values in the same period. */
export const Overlap = z.object({
  /** null if it also changes channels that the user cannot see. */
  release: ReleaseName.nullable(),
  from: moment,
  until: moment,
  /** The first values that both change. */
  things: z.array(
    z.object({
      kind: z.enum(CHANGE_KINDS),
      subject: z.string(),
      key: z.record(z.string(), z.unknown()),
      before: ChangeValue,
      after: ChangeValue,
    }),
  ),
  count: z.int(),
})
export type Overlap = z.output<typeof Overlap>

export const releases = staffEndpoint('releases', {
  summary: 'List the releases of your channels, newest first',
  description: 'Archived releases are included on request.',
  input: z.object({
    ...listInput(['made', 'name', 'from', 'until', 'published']),
    ...filterInput('releases'),
  }),
  answer: listAnswer(ReleaseAnswer),
  refusals: {},
})

const MAX_PAGE = 500

export const release = staffEndpoint('release', {
  summary: 'Get a release with its changes',
  description: 'Also lists later changes by other people, and what an undo would leave.',
  input: z.object({
    id,
    limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(MAX_PAGE),
    /** `next` of the previous response. */
    after: z.string().max(450).optional(),
  }),
  answer: z.object({
    release: ReleaseAnswer,
    changes: z.array(Change.extend({ fields: FieldDiffs })),
    /** The cursor of the next changes; null at the end. */
    next: z.string().nullable(),
    /** Changes whose live value differs from the one that they are based on, with the edits of both sides. */
    changed_since: z.array(Conflict.extend({ by_mine: FieldDiffs, by_theirs: FieldDiffs })),
    left: z.array(SkippedValue),
    /** For a draft: scheduled releases with the same content, which would stop if this draft were published now. */
    planned: z.array(Overlap),
    /** The time zones of its channels. */
    zones: z.array(z.object({ zone: z.string(), channels: z.array(z.string()) })),
    /** null if nothing can be undone. */
    undo: z.object({ things: z.int(), left: z.array(SkippedValue) }).nullable(),
    /** The release that reverted this one: an undo or the planned end. */
    undone: z
      .object({ release: ReleaseName, ends: z.boolean(), by: Someone, at: z.iso.datetime() })
      .nullable(),
  }),
  refusals: {},
})

const MAX_CHANGES = 500
const changes = z.array(ReleaseChange)

/** What the user should know about changes that were added to a draft. */
const FEEDBACK = {
  /** What was removed from HTML. */
  removed: z.array(z.object({ subject: z.string(), what: z.array(z.string()) })),
  /** Links to pages that this shop does not have. */
  warnings: z.array(z.object({ subject: z.string(), message: z.string() })),
}
const INVALID_CHANGE = {
  'changed-since': 409,
  'shared-menu': 409,
  'unknown-variable': 409,
  'broken-variable': 409,
  'unusable-value': 409,
  'required-text': 409,
} as const

export const createRelease = staffEndpoint('createRelease', {
  summary: 'Create a draft release',
  description: 'Changes can be included. If one is refused, no draft is created.',
  input: z.object({ name, changes: changes.max(MAX_CHANGES).optional() }),
  answer: ReleaseAnswer.extend(FEEDBACK),
  refusals: INVALID_CHANGE,
})

export const changeRelease = staffEndpoint('changeRelease', {
  summary: 'Add changes to a draft release',
  description:
    'One change, or several as `changes`. 409 if the live content or the change in the draft differs from what you read.',
  input: z
    .object({
      id,
      changes: changes.min(1).max(MAX_CHANGES).optional(),
      kind: z.enum(CHANGE_KINDS).optional(),
      key: z.record(z.string(), z.unknown()).optional(),
      base_version: z.int().min(0).optional(),
      after: ChangeValue.optional(),
      change_version: z.int().min(1).optional(),
    })
    .transform(({ id, changes, ...change }, context) => {
      if (changes) return { id, changes }
      const parsed = ReleaseChange.safeParse(change)
      if (parsed.success) return { id, changes: [parsed.data] }
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path, message })
      }
      return z.NEVER
    }),
  answer: z.object({
    release: ReleaseAnswer,
    changes: z.array(Change),
    ...FEEDBACK,
  }),
  refusals: { ...INVALID_CHANGE, 'not-a-draft': 409 },
})

const MAX_LISTED = 20

export const copyChange = staffEndpoint('copyChange', {
  summary: 'Copy changes of a draft to other channels in the same draft',
  description:
    'Send dry_run first to see what would change. The draft is published and undone as a whole.',
  input: z.object({
    id,
    /** Subjects of changes in the draft: texts, texts of mails or fields of a channel. */
    subjects: z.array(z.string().min(1).max(400)).min(1).max(500),
    channels: z.array(channel).min(1).max(2000),
    dry_run: z.boolean().default(false),
  }),
  answer: z.object({
    release: ReleaseAnswer,
    /** Counts of changed and already equal values. */
    changed: z.int(),
    same: z.int(),
    /** A sample of the changes, before and after. */
    shown: z
      .array(
        z.object({
          kind: z.enum(CHANGE_KINDS),
          subject: z.string(),
          key: z.record(z.string(), z.unknown()),
          channel: z.string(),
          before: ChangeValue,
          /** The shared value that recipients see, if the channel has no own one. */
          reads: ChangeValue,
          after: ChangeValue,
        }),
      )
      .max(MAX_LISTED),
  }),
  refusals: {
    'not-a-draft': 409,
    'too-many-changes': 409,
    'not-copyable': 409,
    'required-text': 409,
  },
})

export const dropChange = staffEndpoint('dropChange', {
  summary: 'Remove a change from a draft release',
  input: z.object({ id, kind: z.enum(CHANGE_KINDS), subject: z.string().min(1).max(400) }),
  answer: z.object({ release: ReleaseAnswer }),
  refusals: { 'not-a-draft': 409 },
})

export const renameRelease = staffEndpoint('renameRelease', {
  summary: 'Rename a release that is not published yet',
  input: z.object({ id, name }),
  answer: ReleaseAnswer,
  refusals: { 'not-a-draft': 409 },
})

export const archiveRelease = staffEndpoint('archiveRelease', {
  summary: 'Archive a draft release',
  input: z.object({ id }),
  answer: ReleaseAnswer,
  refusals: { 'not-a-draft': 409 },
})

/** A local time to the minute, or a time with an offset. */
const wallTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}((:00(\.0{1,3})?)?|(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))$/,
    'is not a time such as 2026-12-21T07:00',
  )
  .refine((text) => isDay(text.slice(0, 10)), 'is not a time such as 2026-12-21T07:00')

export const publishRelease = staffEndpoint('publishRelease', {
  summary: 'Publish a release now or schedule it',
  description:
    '`from` sets the start, `until` restores the earlier content. Times without an offset are in the time zone of the channel. 409 changed-since lists later changes by other people, 409 overlaps lists releases that are scheduled for the same content at the same time.',
  input: z.object({
    id,
    from: wallTime.nullish(),
    until: wallTime.nullish(),
    /** Needed if the channels of a release have different time zones. */
    time_zone: z.string().max(60).optional(),
    /** Publishes despite contrast errors. Needs the permission to open a channel despite its launch check. */
    override: z.boolean().default(false),
    /** Publishes although another release changes the same content in the same period. One of the two will stop. */
    anyway: z.boolean().default(false),
    reason,
  }),
  answer: z.object({
    release: ReleaseAnswer,
    written: z.int(),
    /** The id of the approval request, if publishing needs one. */
    approval: z.string().nullable(),
  }),
  refusals: {
    'not-your-fields': 403,
    'changed-since': 409,
    overlaps: 409,
    'not-a-draft': 409,
    'empty-release': 409,
    'nothing-to-undo': 409,
    'moment-past': 409,
    'moment-far': 400,
    'moment-skipped': 400,
    'zones-differ': 409,
    'unusable-value': 409,
    'unreadable-look': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'reason-missing': 400,
  },
})

export const publishChanges = staffEndpoint('publishChanges', {
  summary: 'Add changes to a draft or to a new one and publish it in one transaction',
  description:
    'If anything is refused, nothing is changed. 409 overlaps lists releases that are scheduled for the same content.',
  input: z.object({
    /** The draft to publish with these changes. Default: a new draft. */
    release: id.optional(),
    /** The name of a new draft. */
    name: name.optional(),
    changes: changes.max(MAX_CHANGES).default([]),
    anyway: z.boolean().default(false),
  }),
  answer: z.object({ release: ReleaseAnswer, written: z.int(), ...FEEDBACK }),
  refusals: {
    ...INVALID_CHANGE,
    'not-your-fields': 403,
    'not-a-draft': 409,
    overlaps: 409,
    'empty-release': 409,
    'nothing-to-undo': 409,
    'unreadable-look': 409,
  },
})

export const cancelSchedule = staffEndpoint('cancelSchedule', {
  summary: 'Cancel the schedule of a release',
  description:
    'A scheduled release becomes a draft again. A live release stays live without an end.',
  input: z.object({ id }),
  answer: ReleaseAnswer,
  refusals: { 'not-your-fields': 403, 'not-scheduled': 409 },
})

export const revertRelease = staffEndpoint('revertRelease', {
  summary: 'Create a draft that reverts a release',
  description:
    'Later changes by other people are kept. Returns the names of the people who published them.',
  input: z.object({ id }),
  answer: z.object({
    release: ReleaseAnswer,
    undoes: z.object({ id: z.string(), name: z.string(), by: Someone, at: moment }),
    left: z.array(SkippedValue),
  }),
  refusals: { 'not-your-fields': 403, 'not-published': 409, 'nothing-to-undo': 409 },
})

export const undoRelease = staffEndpoint('undoRelease', {
  summary: 'Undo a release within seven days',
  description: 'Later changes by other people are kept and listed in the response.',
  input: z.object({ id, reason }),
  answer: z.object({ release: ReleaseAnswer, undone: z.int(), left: z.array(SkippedValue) }),
  refusals: {
    'not-your-fields': 403,
    'not-published': 409,
    'nothing-to-undo': 409,
    'too-late': 409,
    'unusable-value': 409,
  },
})

const Version = z.object({
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  subject: z.string(),
  key: z.record(z.string(), z.unknown()),
  channel: z.string(),
  release: ReleaseName,
  source: z.enum(['backoffice', 'folder', 'undo', 'end']),
  by: Someone,
  at: z.iso.datetime(),
  before: ChangeValue,
  after: ChangeValue,
})

export const versions = staffEndpoint('versions', {
  summary: 'List the published versions of an item, a component, a page or a channel, newest first',
  input: z.object({
    channel,
    kind: z.enum(CHANGE_KINDS).optional(),
    subject: z.string().min(1).max(400).optional(),
    path: z.string().max(80).optional(),
    cursor: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ items: z.array(Version), next: z.string().nullable() }),
  refusals: {},
})

export const restoreVersion = staffEndpoint('restoreVersion', {
  summary: 'Create a draft that restores a version of an item',
  description: 'Returns the name of the person who published the live version.',
  input: z.object({ id, before: z.boolean().default(false) }),
  answer: z.object({
    release: ReleaseAnswer,
    undoes: SkippedValue.omit({ kind: true, subject: true, key: true, value: true }).nullable(),
  }),
  refusals: {
    'changed-since': 409,
    'nothing-to-undo': 409,
    'shared-menu': 409,
    'unknown-variable': 409,
    'broken-variable': 409,
    'unusable-value': 409,
    'required-text': 409,
  },
})

export const compareVersions = staffEndpoint('compareVersions', {
  summary: 'Compare two versions of an item word by word',
  description:
    'Compares the content before and after a version, or a version with the live content (`live`).',
  input: z.object({
    /** '17' is what version 17 published, 'before-17' what it replaced. */
    from: z.string().regex(/^(before-)?\d{1,15}$/),
    to: z.string().regex(/^((before-)?\d{1,15}|live)$/),
  }),
  answer: z.object({
    kind: z.enum(CHANGE_KINDS),
    subject: z.string(),
    from: ChangeValue,
    to: ChangeValue,
    fields: FieldDiffs,
  }),
  refusals: { 'different-things': 409 },
})
