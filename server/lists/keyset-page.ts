import type { Fragment, Queries } from '#server/platform/db/database.ts'

export type SortKey = {
  /** An expression that is never null. */
  by: (sql: Queries) => Fragment
  type: 'text' | 'timestamptz' | 'bigint'
}

export type ListQuery<Sort extends string> = {
  select: (sql: Queries) => Fragment
  /** With its conditions: all that was found. */
  from: (sql: Queries) => Fragment
  /** The key that makes every place in the list one of its own. */
  id: (sql: Queries) => Fragment
  /** Default: number. */
  ids?: 'number' | 'text'
  sorts: Record<Sort, SortKey>
  /** The complete result is computed before its first row is known, so it is computed once and counted with it. */
  whole?: boolean
  /** The search stopped after this many results, so the list must not be taken for complete. */
  moreThan?: number
  /** The order where none is asked for. */
  usual: Sort | `-${Sort}`
}

export type Asked<Sort extends string> = {
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

/** Lists are counted up to this number; displaying a longer list does not count all of it. */
const COUNTED = 100_000
const LAST = 'last'

/** One page of a list, found by the place of its neighbour: the last one costs what the first one does. */
export async function keysetPage<Row extends object, Sort extends string>(
  sql: Queries,
  list: ListQuery<Sort>,
  asked: Asked<Sort>,
): Promise<ListPage<Row>> {
  if (list.whole) {
    const { rows, counted, ...page } = await somePage(sql, list, asked)
    // An empty page has no count of the other pages.
    const total = counted === null ? await count(sql, list) : { count: counted, exact: true }
    return { rows: rows as Row[], ...page, total }
  }
  const [{ rows, next, previous }, total] = await Promise.all([
    somePage(sql, list, asked),
    list.moreThan === undefined ? count(sql, list) : { count: list.moreThan, exact: false },
  ])
  return { rows: rows as Row[], next, previous, total }
}

/** All of a list, so many at a time. */
export async function* everyRow<Row extends object, Sort extends string>(
  sql: Queries,
  list: ListQuery<Sort>,
  asked: Pick<Asked<Sort>, 'sort'>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<typeof somePage>> = await somePage(sql, list, {
      ...asked,
      limit: 1000,
      cursor,
    })
    yield page.rows as Row[]
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** One page of a list from a cursor, without a count. */
export async function somePage<Sort extends string>(
  sql: Queries,
  { select, from, id, ids = 'number', whole = false, sorts, usual }: ListQuery<Sort>,
  { sort = usual, cursor, limit }: Asked<Sort>,
) {
  const down = sort.startsWith('-')
  const { by, type } = sorts[sort.replace(/^-/, '') as Sort]
  const place = readCursor(cursor, sort, ids)
  const backwards = place?.backwards ?? false
  const beyond = (by: Fragment, id: Fragment) =>
    place?.key === undefined
      ? sql``
      : sql`and (${by}, ${id}) ${down === backwards ? sql`>` : sql`<`}
          (${keyValue(sql, type, place.key)}, ${place.id})`
  const order = down === backwards ? sql`asc` : sql`desc`
  const rows = await (whole
    ? sql<Placed[]>`
        with found as materialized (
          select ${select(sql)}, ${by(sql)} as list_by, ${id(sql)} as list_id from ${from(sql)})
        select found.*, ${keyText(sql, type, sql`list_by`)} as list_key,
          (select count(*)::integer from found) as list_total
        from found where true ${beyond(sql`list_by`, sql`list_id`)}
        order by list_by ${order}, list_id ${order} limit ${limit + 1}`
    : sql<Placed[]>`
        select ${select(sql)}, ${keyText(sql, type, by(sql))} as list_key, ${id(sql)} as list_id
        from ${from(sql)} ${beyond(by(sql), id(sql))}
        order by ${by(sql)} ${order}, ${id(sql)} ${order}
        limit ${limit + 1}`)
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  if (backwards) page.reverse()
  const placeOf = (row: (typeof page)[number] | undefined, way: 'a' | 'b') =>
    row ? cursorOf({ way, sort, key: row.list_key, id: row.list_id }) : null
  const reachesOn = backwards ? place?.key !== undefined : more
  const reachesBack = backwards ? more : place?.key !== undefined
  return {
    rows: page.map(withoutPlace) as unknown[],
    next: reachesOn ? placeOf(page.at(-1), 'a') : null,
    previous: reachesBack ? placeOf(page[0], 'b') : null,
    // From its beginning or its end on there is nothing only where there is nothing at all.
    counted: rows[0]?.list_total ?? (place?.key === undefined ? 0 : null),
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
    select count(*)::integer as count from (select from ${from(sql)} limit ${COUNTED + 1}) found`
  const counted = row?.count ?? 0
  return { count: Math.min(counted, COUNTED), exact: counted <= COUNTED }
}

/** Timestamps are passed as integer microseconds: as exact as stored, and always valid in a query. */
const keyText = (sql: Queries, type: SortKey['type'], by: Fragment) =>
  type === 'timestamptz'
    ? sql`(extract(epoch from ${by}) * 1000000)::bigint::text`
    : sql`${by}::text`

function keyValue(sql: Queries, type: SortKey['type'], key: string): Fragment {
  if (type === 'text') return sql`${key}::text`
  const whole = /^-?\d{1,17}$/.test(key) ? key : '0'
  return type === 'bigint'
    ? sql`${whole}::text::bigint`
    : sql`(timestamptz 'epoch' + ${whole}::text::bigint * interval '1 microsecond')`
}

type Id = number | string
type Placed = { list_key: string; list_id: Id; list_by?: unknown; list_total?: number }
type Place = { way: 'a' | 'b'; sort: string; key: string; id: Id }

/** Cursor columns contain the sort value, which not every reader of the list may see. */
const withoutPlace = (row: Placed) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !PLACE_KEYS.has(key)))
const PLACE_KEYS = new Set<string>([
  'list_key',
  'list_id',
  'list_by',
  'list_total',
] satisfies (keyof Placed)[])

const cursorOf = ({ way, sort, key, id }: Place) =>
  Buffer.from(JSON.stringify([way, sort, key, id])).toString('base64url')

const isText = (id: unknown) => typeof id === 'string' && !id.includes('\0')

/** One of another order, or one that was never given, is the beginning. */
function readCursor(
  cursor: string | undefined,
  sort: string,
  ids: 'number' | 'text',
): { backwards: boolean; key?: string; id: Id } | undefined {
  if (cursor === undefined) return undefined
  if (cursor === LAST) return { backwards: true, id: 0 }
  try {
    const [way, of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (of !== sort || typeof key !== 'string' || key.includes('\0')) return undefined
    const isId = ids === 'text' ? isText(id) : typeof id === 'number' && Number.isSafeInteger(id)
    return isId ? { backwards: way === 'b', key, id: id as Id } : undefined
  } catch {
    return undefined
  }
}
