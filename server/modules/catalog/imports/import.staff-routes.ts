import { createHash } from 'node:crypto'

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { IMPORT_BYTES, IMPORT_COLUMNS, IMPORT_ROWS } from '#contract/shared/upload-limits.ts'
import {
  startImport,
  IMPORT_KINDS,
  type ImportKind,
  importRows,
  importRun,
  importTemplate,
  imports,
  mapImport,
  resolveImport,
  applyImport,
  undoImport,
} from '#contract/catalog/imports.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { changeUndoUntil } from '#server/modules/catalog/gifts/change-undo.ts'
import {
  findRun,
  checkRun,
  lockRun,
  type RunRow,
} from '#server/modules/catalog/imports/import-run.sql.ts'
import { templateColumns } from '#server/modules/catalog/imports/import-template.ts'
import {
  RUN_COLUMNS,
  runAnswer,
  readRunAnswer,
} from '#server/modules/catalog/imports/import-response.ts'
import { undoRun } from '#server/modules/catalog/imports/undo-import.ts'
import { startJob } from '#server/modules/tasks/background-jobs/background-job.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { readSheet } from '#server/lists/read-spreadsheet.ts'
import { refuseUnreadable } from '#server/lists/refuse-unreadable-spreadsheet.ts'
import { serveList, serveTable } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  insertImportRun,
  insertImportRows,
  saveRunMapping,
  saveColumnMapping,
  saveResolvedCells,
  isRunUnderWay,
  saveRunJob,
  markRunUndone,
  readImportFields,
  hashColumns,
  suggestMapping,
  type ImportedRow,
  readRows,
  listReplacements,
  runList,
} from '#server/modules/catalog/imports/import.sql.ts'
import { cancelBackgroundJob } from '#server/modules/tasks/background-jobs/cancel-background-job.sql.ts'

const LONGEST_CELL = 20_000
/** Rows of a downloaded file per query. */
const PART_ROWS = 500

/** Spreadsheet imports: read, checked per cell, corrected in place, imported in the background, undone. */
export async function importRoutes(app: FastifyInstance, backoffice: Backoffice) {
  await app.register(multipart, {
    limits: { fileSize: IMPORT_BYTES, files: 1, fields: 5, parts: 8 },
  })

  serveStaff(app, backoffice, startImport, handleStartImport, { opensOwnTransaction: true })

  serveStaff(app, backoffice, imports, listImports)

  serveStaff(app, backoffice, importTemplate, downloadTemplate)

  serveStaff(app, backoffice, importRun, handleImportRun)

  serveStaff(app, backoffice, mapImport, handleMapImport)

  serveStaff(app, backoffice, importRows, listImportRows)

  serveStaff(app, backoffice, resolveImport, handleResolveImport)

  serveStaff(app, backoffice, applyImport, handleApplyImport(backoffice))

  serveStaff(app, backoffice, undoImport, handleUndoImport)
}

async function handleStartImport(_: ParsedInput<typeof startImport>, caller: SignedIn) {
  const { request, colleague, now, write, audit, channels } = caller
  const upload = await readUpload(request)
  if (!upload) return refuseStaff('invalid-input', { field: 'file' })
  if (upload.bytes.length === 0) return refuseStaff('empty-file')
  const sheet = await readSheet(upload.bytes, caller)
  if ('unreadable' in sheet) return refuseUnreadable(sheet)
  const [header, ...rows] = sheet.rows
  const columns = header?.cells
  if (!columns || rows.length === 0) return refuseStaff('empty-file')
  if (rows.length > IMPORT_ROWS || columns.length > IMPORT_COLUMNS) return refuseStaff('too-large')
  return write(async (sql) => {
    const fields = await readImportFields(sql, upload.kind, channels)
    const mapping = await suggestMapping(sql, upload.kind, columns, fields)
    const run = await insertImportRun(sql, {
      kind: upload.kind,
      name: upload.name,
      fileHash: createHash('sha256').update(upload.bytes).digest('hex'),
      reading: sheet.reading,
      columns,
      mapping,
      staffId: colleague.id,
      now,
    })
    const id = run?.id ?? 0
    const lines = rows.map(({ line, cells }) => ({
      line,
      cells: columns.map((_, column) => (cells[column] ?? '').slice(0, LONGEST_CELL)),
    }))
    await insertImportRows(sql, id, JSON.stringify(lines))
    await checkRun(sql, id, { kind: upload.kind, mapping, channels })
    audit({
      action: 'import.started',
      subjectKind: 'import',
      subjectId: String(id),
      after: { kind: upload.kind, file: upload.name, rows: rows.length },
    })
    return readRunAnswer(sql, id, caller)
  })
}

async function downloadTemplate(
  { kind, as }: ParsedInput<typeof importTemplate>,
  { sql, channels, colleague: { language } }: SignedIn,
) {
  const columns = await templateColumns(sql, kind, channels, language)
  return serveTable(
    as,
    language,
    { file: `${kind}-template`, columns, parts: () => [[null]] },
    () => ({}),
  )
}

async function handleImportRun({ id }: ParsedInput<typeof importRun>, caller: SignedIn) {
  const run = await findOwnRun(caller, id)
  return run ? readRunAnswer(caller.sql, run.id, caller) : refuseStaff('not-found')
}

async function handleMapImport({ id, mapping }: ParsedInput<typeof mapImport>, caller: SignedIn) {
  const { sql, channels, audit } = caller
  const run = await findOwnRun(caller, id, { lock: true })
  if (!run) return refuseStaff('not-found')
  if (run.undone_at) return refuseStaff('was-put-back')
  // Rows already imported used another mapping.
  if (run.taken > 0 || mapping.length !== run.columns.length) return refuseStaff('changed-since')
  const { fields } = await readImportFields(sql, run.kind, channels)
  const mapped = mapping.filter((field) => field !== null)
  const isRepeated = (field: string, index: number) => mapped.indexOf(field) !== index
  const invalid = mapped.find((field, index) => !fields.includes(field) || isRepeated(field, index))
  if (invalid !== undefined) return refuseStaff('unknown-name', { field: invalid })
  await saveRunMapping(sql, run.id, mapping)
  await saveColumnMapping(sql, { kind: run.kind, columnsHash: hashColumns(run.columns), mapping })
  await checkRun(sql, run.id, { kind: run.kind, mapping, channels })
  audit({
    action: 'import.mapped',
    subjectKind: 'import',
    subjectId: id,
    before: { mapping: run.mapping },
    after: { mapping },
  })
  return readRunAnswer(sql, run.id, caller)
}

async function handleResolveImport(
  { id, cells, all }: ParsedInput<typeof resolveImport>,
  caller: SignedIn,
) {
  const { sql, channels, audit } = caller
  const run = await findOwnRun(caller, id, { lock: true })
  if (!run) return refuseStaff('not-found')
  if (run.undone_at) return refuseStaff('was-put-back')
  const replacements = [...cells, ...(all ? await listReplacements(sql, run.id, all) : [])]
  const resolved = await saveResolvedCells(sql, {
    id: run.id,
    rows: JSON.stringify(
      replacements.map(({ line, column, value }) => ({ line, col: column, value })),
    ),
    columns: run.columns,
  })
  if (resolved.count === 0) return refuseStaff('nothing-to-do')
  await checkRun(sql, run.id, { kind: run.kind, mapping: run.mapping, channels })
  audit({
    action: 'import.resolved',
    subjectKind: 'import',
    subjectId: id,
    after: { cells: resolved.count, ...(all ? { all } : {}) },
  })
  return { ...(await readRunAnswer(sql, run.id, caller)), resolved: resolved.count }
}

const handleApplyImport =
  ({ shop }: Backoffice) =>
  async ({ id, count, on_sale }: ParsedInput<typeof applyImport>, caller: SignedIn) => {
    const { sql, audit, colleague, now } = caller
    const run = await findOwnRun(caller, id, { lock: true })
    if (!run) return refuseStaff('not-found')
    if (run.undone_at) return refuseStaff('was-put-back')
    // Two jobs would share the rows, and neither would report all of them.
    if (await isRunUnderWay(sql, run.job_id)) return refuseStaff('is-under-way')
    const rowsToImport = run.made + run.changed - run.taken
    if (rowsToImport === 0) return refuseStaff('nothing-to-do')
    if (rowsToImport !== count)
      return refuseStaff('count-differs', { stands: { count: rowsToImport } })
    const job = await startJob(
      shop,
      { sql, now, colleague },
      { kind: 'import-take', asked: { run: run.id } },
    )
    // A file that is imported in two runs is put on sale as decided for the first run.
    const onSale = on_sale ?? run.on_sale ?? run.on_sale_proposed
    await saveRunJob(sql, { id: job.id, onSale, runId: run.id })
    audit({
      action: 'import.applied',
      subjectKind: 'import',
      subjectId: id,
      after: {
        rows: count,
        kind: run.kind,
        file: run.file_name,
        ...(run.on_sale_proposed === null ? {} : { on_sale: onSale }),
      },
    })
    return job
  }

async function handleUndoImport({ id, reason }: ParsedInput<typeof undoImport>, caller: SignedIn) {
  const { sql, audit, colleague, now } = caller
  const run = await findOwnRun(caller, id, { lock: true })
  if (!run) return refuseStaff('not-found')
  if (run.undone_at || run.taken === 0) return refuseStaff('nothing-to-undo')
  if (run.last_taken_at && changeUndoUntil(run.last_taken_at) <= now) return refuseStaff('too-late')
  // A running import stops after its current chunk.
  await cancelBackgroundJob(sql, run.job_id, now)
  const undone = await undoRun(sql, run.id, { staff: colleague.id, at: now, reason })
  await markRunUndone(sql, run.id, now)
  const left = undone.left.map(({ product, ...field }) => ({ gift: product, ...field }))
  audit({
    action: 'import.undone',
    subjectKind: 'import',
    subjectId: id,
    reason,
    after: {
      rows: run.taken,
      fields: undone.put_back,
      left: undone.left_alone,
      named: left.slice(0, 20),
    },
  })
  return { ...undone, rows: run.taken, left }
}

async function listImportRows(
  { id, as, ...query }: ParsedInput<typeof importRows>,
  caller: SignedIn,
) {
  const { sql, colleague } = caller
  const run = await findOwnRun(caller, id)
  if (!run) return refuseStaff('not-found')
  async function* parts(runId: number) {
    let after = 0
    for (;;) {
      const rows = await readRows(sql, runId, { ...query, after, limit: PART_ROWS })
      yield rows
      const last = rows.at(-1)
      if (!last || rows.length < PART_ROWS) return
      after = last.line
    }
  }
  const columns = Object.fromEntries(
    run.columns.map(
      (column, index) => [column, ({ cells }: ImportedRow) => cells[index] ?? ''] as const,
    ),
  )
  const table = { file: 'rows-to-resolve', columns, parts: () => parts(run.id) }
  return serveTable(as, colleague.language, table, () => pageOfRows(sql, run.id, query))
}

async function pageOfRows(
  sql: Queries,
  run: number,
  input: Omit<ParsedInput<typeof importRows>, 'id' | 'as'>,
) {
  const rows = await readRows(sql, run, { ...input, limit: input.limit + 1 })
  const items = rows.slice(0, input.limit)
  return {
    items: items.map(({ taken_at, problems, ...row }) => ({
      ...row,
      problems: problems.filter(({ lacks }) => lacks === undefined),
      taken: taken_at !== null,
    })),
    next: rows.length > input.limit ? (items.at(-1)?.line ?? null) : null,
  }
}

async function listImports(query: ParsedInput<typeof imports>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'imports',
    list: runList(query, caller),
    columns: RUN_COLUMNS,
    row: (row: RunRow) => runAnswer(row, caller.now),
  })
}

async function readUpload(request: FastifyRequest) {
  if (!request.isMultipart()) return null
  let kind: ImportKind | undefined
  let file: { name: string; bytes: Buffer } | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') file = { name: part.filename || 'file', bytes: await part.toBuffer() }
    else if (part.fieldname === 'kind') kind = IMPORT_KINDS.find((known) => known === part.value)
  }
  if (!kind || !file) return null
  const name = file.name.replaceAll(/[^\P{Cc}]/gu, '').slice(0, 200)
  return { kind, name: name === '' ? 'file' : name, bytes: file.bytes }
}

async function findOwnRun(caller: SignedIn, id: string, { lock = false } = {}) {
  if (lock) await lockRun(caller.sql, Number(id))
  return findRun(caller.sql, Number(id), caller)
}
