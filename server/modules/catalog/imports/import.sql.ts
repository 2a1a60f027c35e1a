import { createHash } from 'node:crypto'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { guessMapping, fieldsOf } from '#server/modules/catalog/imports/import-kinds.ts'
import type { CellProblem } from '#server/modules/catalog/imports/row-check.ts'
import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { isVisibleRun } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { selectRun, selectRunFrom } from '#server/modules/catalog/imports/import-run.sql.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { StaffLanguage } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Channels whose points a sheet of the user may contain. */
export const listSheetChannels = (sql: Queries, channels: readonly string[] | null) =>
  sql<{ id: string; name: string }[]>`
    select id, name from channel
    where id <> ${SHARED_CHANNEL} ${channels === null ? sql`` : sql`and id = any(${channels as string[]}::text[])`}
    order by length(id), id`

export async function readImportFields(
  sql: Queries,
  kind: ImportKind,
  channels: readonly string[] | null,
) {
  const rows = await listSheetChannels(sql, channels)
  const ids = rows.map(({ id }) => id)
  const channelName = (id: string) => rows.find((row) => row.id === id)?.name
  return { ...fieldsOf(kind, ids), channelName }
}

/** A brand and two tags that an example row can name. */
export async function readExampleNames(sql: Queries, language: StaffLanguage) {
  const [row] = await sql<{ brand: string; tags: string }[]>`
    select coalesce((select name from brand where not retired order by name limit 1), '') as brand,
      coalesce((
        select string_agg(name, ', ') from (
          select coalesce(texts ->> ${language}, id) as name from tag where not retired order by id limit 2) named
      ), '') as tags`
  return row ?? { brand: '', tags: '' }
}

export const hashColumns = (columns: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(columns)).digest('hex')

export async function suggestMapping(
  sql: Queries,
  kind: ImportKind,
  columns: readonly string[],
  { fields, channelName }: Awaited<ReturnType<typeof readImportFields>>,
) {
  const [saved] = await sql<{ mapping: (string | null)[] }[]>`
    select mapping from import_mapping where kind = ${kind} and columns_hash = ${hashColumns(columns)}`
  return saved
    ? saved.mapping.map((field) => (field !== null && fields.includes(field) ? field : null))
    : guessMapping(columns, fields, channelName)
}

export type ImportedRow = {
  line: number
  cells: string[]
  problems: CellProblem[]
  outcome: 'made' | 'changed' | 'same' | 'refused'
  taken_at: Date | null
}

export async function readRows(
  sql: Queries,
  run: number,
  query: {
    outcome?: ImportedRow['outcome'] | undefined
    code?: CellProblem['code'] | undefined
    column?: number | undefined
    after: number
    limit: number
  },
) {
  const { outcome, code, column, after, limit } = query
  const filter = { ...(code ? { code } : {}), ...(column === undefined ? {} : { column }) }
  return sql<ImportedRow[]>`
    select line, cells, problems, outcome, taken_at from import_row
    where run_id = ${run} and line > ${after}
      ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
      ${code === undefined && column === undefined ? sql`` : sql`and problems @> ${sql.json([filter])}`}
    order by line limit ${limit}`
}

/** Replaces the cells of a column with this problem by their hints, or all cells with one text (`from`) by `value`. */
export async function listReplacements(
  sql: Queries,
  run: number,
  {
    column,
    code,
    from,
    value,
  }: {
    column: number
    code: CellProblem['code']
    from?: string | undefined
    value?: string | undefined
  },
) {
  const rows = await sql<ImportedRow[]>`
    select line, cells, problems from import_row
    where run_id = ${run} and outcome = 'refused' and problems @> ${sql.json([{ column, code }])} order by line`
  return rows.flatMap(({ line, cells, problems }) => {
    const problem = problems.find((problem) => problem.column === column && problem.code === code)
    const replacement = value ?? problem?.hint ?? null
    const isMatch = value === undefined || from === undefined || (cells[column] ?? '') === from
    return replacement === null || !isMatch ? [] : [{ line, column, value: replacement }]
  })
}

export const runList = (
  {
    search,
    ids,
    ...filters
  }: AskedFilters<'imports'> & {
    search?: string | undefined
    ids?: string[] | undefined
  },
  caller: Pick<SignedIn, 'channels' | 'colleague'>,
): ListQuery<'at'> => ({
  select: selectRun,
  from: (sql) => sql`${selectRunFrom(sql)}
    where ${isVisibleRun(sql, caller)}
      ${search === undefined ? sql`` : sql`and strpos(lower(run.file_name || ' ' || staff.name), ${search.toLowerCase()}) > 0`}
      ${filterConditions<'imports'>(sql, filters, {
        kind: (kind) => sql`run.kind = ${kind}`,
      })}
      ${ids === undefined ? sql`` : sql`and run.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`run.id`,
  sorts: { at: { by: (sql) => sql`run.made_at`, type: 'timestamptz' } },
  defaultSort: defaultSorts.imports,
})

export async function insertImportRun(
  sql: Queries,
  {
    kind,
    name,
    fileHash,
    reading,
    columns,
    mapping,
    staffId,
    now,
  }: {
    kind: 'gifts' | 'stock' | 'prices'
    name: string
    fileHash: string
    reading: { form: 'csv'; encoding: string; delimiter: string } | { form: 'xlsx'; sheet: string }
    columns: string[]
    mapping: (string | null)[]
    staffId: number
    now: Date
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into import_run (kind, file_name, file_hash, reading, columns, mapping, staff_id, made_at)
    values (${kind}, ${name}, ${fileHash},
      ${sql.json(reading)}, ${columns}, ${sql.json(mapping)}, ${staffId}, ${now})
    returning id`
  return row
}

export const insertImportRows = (sql: Queries, id: number, rows: string) => sql`
  insert into import_row (run_id, line, cells, outcome)
  select ${id}, line, array(select jsonb_array_elements_text(cells)), 'same'
  from jsonb_to_recordset(${rows}::text::jsonb) as read (line integer, cells jsonb)`

export const saveRunMapping = (sql: Queries, id: number, mapping: (string | null)[]) =>
  sql`update import_run set mapping = ${sql.json(mapping)} where id = ${id}`

export const saveColumnMapping = (
  sql: Queries,
  {
    kind,
    columnsHash,
    mapping,
  }: { kind: 'gifts' | 'stock' | 'prices'; columnsHash: string; mapping: (string | null)[] },
) => sql`
  insert into import_mapping (kind, columns_hash, mapping)
  values (${kind}, ${columnsHash}, ${sql.json(mapping)})
  on conflict (kind, columns_hash) do update set mapping = excluded.mapping`

export const saveResolvedCells = (
  sql: Queries,
  { id, rows, columns }: { id: number; rows: string; columns: string[] },
) => sql`
  update import_row row set cells[resolved.col + 1] = resolved.value
  from jsonb_to_recordset(${rows}::text::jsonb)
    as resolved (line integer, col integer, value text)
  where row.run_id = ${id} and row.line = resolved.line and row.taken_at is null
    and resolved.col < ${columns.length} and row.cells[resolved.col + 1] <> resolved.value`

export async function isRunUnderWay(sql: Queries, jobId: number | null) {
  const [row] = await sql`
    select from background_job where id = ${jobId} and state in ('waiting', 'working')`
  return row !== undefined
}

export const saveRunJob = (
  sql: Queries,
  { id, onSale, runId }: { id: string; onSale: boolean | null; runId: number },
) => sql`
  update import_run set job_id = ${id}, on_sale = ${onSale} where id = ${runId}`

export const markRunUndone = (sql: Queries, id: number, now: Date) =>
  sql`update import_run set undone_at = ${now} where id = ${id}`

export const countProblems = (sql: Queries, id: number) => sql<
  { column: number; code: CellProblem['code']; count: number; hinted: number }[]
>`
  select (problem ->> 'column')::integer as column, problem ->> 'code' as code, count(*)::integer as count,
    count(problem ->> 'hint')::integer as hinted
  from import_row, jsonb_array_elements(problems) problem
  where run_id = ${id} and outcome = 'refused' and not problem ? 'lacks'
  group by 1, 2 order by 3 desc, 1, 2`

export const listLackingFields = (sql: Queries, id: number) => sql<{ field: string }[]>`
  select distinct problem ->> 'lacks' as field
  from import_row, jsonb_array_elements(problems) problem
  where run_id = ${id} and outcome = 'refused' and problem ? 'lacks' order by 1`
