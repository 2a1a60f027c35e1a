import type { Fragment, Queries } from '#server/platform/db/database.ts'

export type SortKey = {
  /** An expression that is never null. */
  by: (sql: Queries) => Fragment
  type: 'text' | 'timestamptz' | 'bigint'
}

export type ListQuery<Sort extends string> = {
  select: (sql: Queries) => Fragment
  /** The tables with all conditions. */
  from: (sql: Queries) => Fragment
  /** A unique column. It breaks ties between equal sort values. */
  id: (sql: Queries) => Fragment
  /** Default: number. */
  idType?: 'number' | 'text'
  sorts: Record<Sort, SortKey>
  /** Calculates the complete result with its count once: for queries that cannot find the first row without it. */
  materialize?: boolean
  /** A lower bound that replaces the count, for a search that stops after this many results. */
  countAtLeast?: number
  defaultSort: Sort | `-${Sort}`
}

export type PageRequest<Sort extends string> = {
  sort?: Sort | `-${Sort}` | undefined
  cursor?: string | undefined
  limit: number
}

export type ListPage<Row> = {
  rows: Row[]
  next: string | null
  previous: string | null
  total: { count: number; exact: boolean }
}

/** Longer lists are counted only up to this number. */
const MAX_COUNT = 100_000
const LAST_PAGE = 'last'

/** One page of a list with its count, by keyset: the last page costs as little as the first. */
export async function keysetPage<Row extends object, Sort extends string>(
  sql: Queries,
  list: ListQuery<Sort>,
  request: PageRequest<Sort>,
): Promise<ListPage<Row>> {
  if (list.materialize) {
    const { rows, counted, ...page } = await uncountedPage(sql, list, request)
    // An empty page has no count of the other pages.
    const total = counted === null ? await count(sql, list) : { count: counted, exact: true }
    return { rows: rows as Row[], ...page, total }
  }
  const [{ rows, next, previous }, total] = await Promise.all([
    uncountedPage(sql, list, request),
    list.countAtLeast === undefined ? count(sql, list) : { count: list.countAtLeast, exact: false },
  ])
  return { rows: rows as Row[], next, previous, total }
}

/** All rows of a list, 1,000 at a time. */
export async function* everyRow<Row extends object, Sort extends string>(
  sql: Queries,
  list: ListQuery<Sort>,
  request: Pick<PageRequest<Sort>, 'sort'>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<typeof uncountedPage>> = await uncountedPage(sql, list, {
      ...request,
      limit: 1000,
      cursor,
    })
    yield page.rows as Row[]
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** One page of a list from a cursor, without a count. */
export async function uncountedPage<Sort extends string>(
  sql: Queries,
  { select, from, id, idType = 'number', materialize = false, sorts, defaultSort }: ListQuery<Sort>,
  { sort = defaultSort, cursor, limit }: PageRequest<Sort>,
) {
  const isDescending = sort.startsWith('-')
  const { by, type } = sorts[sort.replace(/^-/, '') as Sort]
  const cursorPosition = readCursor(cursor, sort, idType)
  const backwards = cursorPosition?.backwards ?? false
  const afterCursor = (by: Fragment, id: Fragment) =>
    cursorPosition?.key === undefined
      ? sql``
      : sql`and (${by}, ${id}) ${isDescending === backwards ? sql`>` : sql`<`}
          (${keyValue(sql, type, cursorPosition.key)}, ${cursorPosition.id})`
  const order = isDescending === backwards ? sql`asc` : sql`desc`
  const rows = await (materialize
    ? sql<PositionedRow[]>`
        with found as materialized (
          select ${select(sql)}, ${by(sql)} as list_by, ${id(sql)} as list_id from ${from(sql)})
        select found.*, ${keyText(sql, type, sql`list_by`)} as list_key,
          (select count(*)::integer from found) as list_total
        from found where true ${afterCursor(sql`list_by`, sql`list_id`)}
        order by list_by ${order}, list_id ${order} limit ${limit + 1}`
    : sql<PositionedRow[]>`
        select ${select(sql)}, ${keyText(sql, type, by(sql))} as list_key, ${id(sql)} as list_id
        from ${from(sql)} ${afterCursor(by(sql), id(sql))}
        order by ${by(sql)} ${order}, ${id(sql)} ${order}
        limit ${limit + 1}`)
  const hasMore = rows.length > limit
  const page = rows.slice(0, limit)
  if (backwards) page.reverse()
  const rowCursor = (row: (typeof page)[number] | undefined, direction: 'a' | 'b') =>
    row ? encodeCursor({ direction, sort, key: row.list_key, id: row.list_id }) : null
  const hasNext = backwards ? cursorPosition?.key !== undefined : hasMore
  const hasPrevious = backwards ? hasMore : cursorPosition?.key !== undefined
  return {
    rows: page.map(withoutPositionColumns) as unknown[],
    next: hasNext ? rowCursor(page.at(-1), 'a') : null,
    previous: hasPrevious ? rowCursor(page[0], 'b') : null,
    // An empty first or last page means an empty list.
    counted: rows[0]?.list_total ?? (cursorPosition?.key === undefined ? 0 : null),
  }
}

/** The exact count, for callers that read the complete list. */
export async function countAll<Sort extends string>(sql: Queries, { from }: ListQuery<Sort>) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select from ${from(sql)}) found`
  return row?.count ?? 0
}

async function count<Sort extends string>(sql: Queries, { from }: ListQuery<Sort>) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from (select from ${from(sql)} limit ${MAX_COUNT + 1}) found`
  const counted = row?.count ?? 0
  return { count: Math.min(counted, MAX_COUNT), exact: counted <= MAX_COUNT }
}

/** Timestamps are passed as integer microseconds, which are exact and always valid in a query. */
const keyText = (sql: Queries, type: SortKey['type'], by: Fragment) =>
  type === 'timestamptz'
    ? sql`(extract(epoch from ${by}) * 1000000)::bigint::text`
    : sql`${by}::text`

function keyValue(sql: Queries, type: SortKey['type'], key: string): Fragment {
  if (type === 'text') return sql`${key}::text`
  const digits = /^-?\d{1,17}$/.test(key) ? key : '0'
  return type === 'bigint'
    ? sql`${digits}::text::bigint`
    : sql`(timestamptz 'epoch' + ${digits}::text::bigint * interval '1 microsecond')`
}

type Id = number | string
type PositionedRow = { list_key: string; list_id: Id; list_by?: unknown; list_total?: number }
type Position = { direction: 'a' | 'b'; sort: string; key: string; id: Id }

/** Removes cursor columns: they contain the sort value, which not every reader of the list may see. */
const withoutPositionColumns = (row: PositionedRow) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !POSITION_COLUMNS.has(key)))
const POSITION_COLUMNS = new Set<string>([
  'list_key',
  'list_id',
  'list_by',
  'list_total',
] satisfies (keyof PositionedRow)[])

const encodeCursor = ({ direction, sort, key, id }: Position) =>
  Buffer.from(JSON.stringify([direction, sort, key, id])).toString('base64url')

const isText = (id: unknown) => typeof id === 'string' && !id.includes('\0')

/** An invalid cursor, or one of another sort, is ignored: the list starts at its first page. */
function readCursor(
  cursor: string | undefined,
  sort: string,
  idType: 'number' | 'text',
): { backwards: boolean; key?: string; id: Id } | undefined {
  if (cursor === undefined) return undefined
  if (cursor === LAST_PAGE) return { backwards: true, id: 0 }
  try {
    const [direction, cursorSort, key, id] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[]
    if (cursorSort !== sort || typeof key !== 'string' || key.includes('\0')) return undefined
    const isId = idType === 'text' ? isText(id) : typeof id === 'number' && Number.isSafeInteger(id)
    return isId ? { backwards: direction === 'b', key, id: id as Id } : undefined
  } catch {
    return undefined
  }
}
