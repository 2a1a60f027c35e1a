import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { JobStarted } from '#contract/tasks/background-jobs.staff.ts'

export const IMPORT_KINDS = listFilters.imports.kind.values
export type ImportKind = (typeof IMPORT_KINDS)[number]

const id = z.string().regex(/^\d{1,15}$/)
/** The field of a column with its language or channel, such as 'name.nl' or 'points.1014'. */
const field = z.string().regex(/^[a-z_]{1,40}(\.[a-z0-9]{1,10})?$/)

export const CELL_PROBLEMS = [
  'empty',
  'not-a-code',
  'not-whole',
  'out-of-range',
  'negative',
  'not-a-choice',
  'too-long',
  'unknown-brand',
  'unknown-tag',
  /** Cannot be assigned to further gifts. Gifts that have it keep it. */
  'retired-word',
  'unknown-article',
  'unknown-gift',
  /** The gift has several variants, and the row names none. */
  'which-article',
  'not-yours',
  'twice',
  'changed-since',
  'reserved',
] as const

const Problem = z.object({
  /** The index of the column in the file, from 0. */
  column: z.int(),
  code: z.enum(CELL_PROBLEMS),
  /** The suggested value; null if there is none. */
  hint: z.string().nullable(),
})

const Counts = z.object({
  rows: z.int(),
  made: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** Imported rows so far, of those that create or change something. */
  taken: z.int(),
})

const Run = z.object({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  file: z.string(),
  reading: z.record(z.string(), z.unknown()),
  columns: z.array(z.string()),
  /** The field of each column; null if the column is ignored. */
  mapping: z.array(field.nullable()),
  /** The fields that a column can have. */
  fields: z.array(field),
  /** Required fields that no column contains. They are not reported as cell errors. */
  missing: z.array(field),
  by: z.string(),
  at: z.iso.datetime(),
  counts: Counts,
  problems: z.array(
    z.object({ column: z.int(), code: z.enum(CELL_PROBLEMS), count: z.int(), hinted: z.int() }),
  ),
  /** The background job of the import, once started. */
  work: z.string().nullable(),
  /** Whether new gifts go on sale on import, as chosen or proposed; null: no row creates a gift. */
  on_sale: z.boolean().nullable(),
  undone_at: z.iso.datetime().nullable(),
  undo_until: z.iso.datetime().nullable(),
})

export const imports = staffEndpoint('imports', {
  summary: 'List imported files, newest first, with the results of their rows',
  input: z.object({ ...listInput(['at']), ...filterInput('imports') }),
  answer: listAnswer(Run.omit({ problems: true, fields: true, missing: true })),
  refusals: {},
})

export const importTemplate = staffEndpoint('importTemplate', {
  summary: 'Download an empty file to fill in for an import',
  description:
    'Column titles in the language of the user, with the required columns marked, and one example row.',
  input: z.object({ kind: z.enum(IMPORT_KINDS), as: z.enum(['csv', 'xlsx']).default('xlsx') }),
  answer: z.object({}),
  refusals: {},
})

export const startImport = staffEndpoint('startImport', {
  summary: 'Upload a file to import',
  description:
    'Multipart fields: kind, file. CSV with any delimiter in UTF-8 or Windows-1252, or XLSX. The file is checked. No row is imported yet.',
  input: z.object({}),
  answer: Run,
  refusals: { 'unreadable-file': 400, 'empty-file': 400 },
})

export const importRun = staffEndpoint('importRun', {
  summary: 'Get an import with its columns, counts and errors by column and reason',
  input: z.object({ id }),
  answer: Run,
  refusals: {},
})

export const mapImport = staffEndpoint('mapImport', {
  summary: 'Map the columns of a file to fields',
  description: 'The mapping is kept for the next file with these columns.',
  input: z.object({ id, mapping: z.array(field.nullable()).max(400) }),
  answer: Run,
  refusals: { 'changed-since': 409, 'unknown-name': 409, 'was-put-back': 409 },
})

export const importRows = staffEndpoint('importRows', {
  summary: 'List the rows of an import by error',
  input: z.object({
    id,
    outcome: z.enum(['made', 'changed', 'same', 'refused']).optional(),
    code: z.enum(CELL_PROBLEMS).optional(),
    column: z.coerce.number().int().min(0).optional(),
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** The matching rows as a file, to correct them elsewhere. */
    as: z.enum(['json', 'csv']).default('json'),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        line: z.int(),
        cells: z.array(z.string()),
        problems: z.array(Problem),
        outcome: z.enum(['made', 'changed', 'same', 'refused']),
        taken: z.boolean(),
      }),
    ),
    next: z.int().nullable(),
  }),
  refusals: {},
})

export const resolveImport = staffEndpoint('resolveImport', {
  summary: 'Correct cells of an import',
  description: 'One by one, or all cells with the same error at once.',
  input: z.object({
    id,
    cells: z
      .array(
        z.object({ line: z.int().min(1), column: z.int().min(0), value: z.string().max(20_000) }),
      )
      .max(2000)
      .default([]),
    /**
     * All cells of a column with this error. Each gets its suggested value, or cells equal to `from` get this value.
     */
    all: z
      .object({
        column: z.int().min(0),
        code: z.enum(CELL_PROBLEMS),
        from: z.string().max(20_000).optional(),
        value: z.string().max(20_000).optional(),
      })
      .optional(),
  }),
  answer: Run.extend({ resolved: z.int() }),
  refusals: { 'changed-since': 409, 'nothing-to-do': 409, 'was-put-back': 409 },
})

export const applyImport = staffEndpoint('applyImport', {
  summary: 'Import the valid rows',
  description:
    'Send the number of rows that you were shown. Invalid rows stay in the file. A repeated call imports no row twice.',
  input: z.object({
    id,
    count: z.int().min(1),
    /** Puts new gifts on sale; without it, as chosen for this import before, else as proposed. */
    on_sale: z.boolean().optional(),
  }),
  answer: JobStarted,
  refusals: {
    'count-differs': 409,
    'nothing-to-do': 409,
    'was-put-back': 409,
    'is-under-way': 409,
  },
})

export const undoImport = staffEndpoint('undoImport', {
  summary: 'Undo an import',
  description: 'Later changes by other people are kept and listed in the response.',
  input: z.object({ id, reason: z.string().trim().max(500).default('') }),
  answer: z.object({
    /** Imported rows that are undone now. */
    rows: z.int(),
    /** Fields restored to their earlier value. */
    put_back: z.int(),
    left_alone: z.int(),
    left: z.array(
      z.object({
        gift: z.string(),
        id: z.string(),
        channel: z.string(),
        language: z.string(),
        field: z.string(),
        by: z.string().nullable(),
      }),
    ),
  }),
  refusals: { 'too-late': 409, 'nothing-to-undo': 409 },
})
