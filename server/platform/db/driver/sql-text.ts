/** A statement or a part of one, from a tagged template. */
export class SqlPart {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  constructor(strings: readonly string[], args: readonly unknown[]) {
    this.strings = strings
    this.args = args
  }
}

/** A name of a table or column; a dot separates the name of a table from its column. */
export class SqlName {
  readonly text: string
  constructor(name: string) {
    this.text = quoteName(name)
  }
}

/** A value that is stored as jsonb. */
export class SqlJson {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Rows, fields or a list, formatted for the keyword before it. */
export class SqlList {
  readonly items: object
  readonly columns: readonly string[]
  constructor(items: object, columns: readonly string[]) {
    this.items = items
    this.columns = columns
  }
}

export type SqlText = { text: string; values: unknown[] }

/** The text with numbered parameters, and their values. */
export function sqlText(part: SqlPart): SqlText {
  const values: unknown[] = []
  return { text: partText(part, values), values }
}

function partText({ strings, args }: SqlPart, values: unknown[]) {
  let text = strings[0] ?? ''
  for (let index = 0; index < args.length; index += 1)
    text += argumentText(args[index], values, text) + (strings[index + 1] ?? '')
  return text
}

function argumentText(value: unknown, values: unknown[], before: string): string {
  if (typeof value !== 'object' || value === null) return parameter(value, values)
  if (value instanceof SqlPart) return partText(value, values)
  if (value instanceof SqlName) return value.text
  if (value instanceof SqlList) return listText(value, values, before)
  if (Array.isArray(value) && value[0] instanceof SqlPart)
    return value.map((part: SqlPart) => partText(part, values)).join(' ')
  return parameter(value, values)
}

/**
 * Values whose type PostgreSQL cannot tell from the text carry a cast. The driver sends every value as text, and
 * `$1 + interval '1 day'` would otherwise be read as two intervals.
 */
function parameter(value: unknown, values: unknown[]) {
  const [parameterValue, cast] = wireValue(value)
  return `$${values.push(parameterValue)}${cast}`
}

function wireValue(value: unknown): [unknown, string] {
  if (typeof value === 'boolean') return [value, '::boolean']
  if (typeof value === 'bigint') return [String(value), '::bigint']
  if (typeof value !== 'object' || value === null) return [value ?? null, '']
  if (value instanceof Date) return [value.toISOString(), '::timestamptz']
  if (value instanceof Uint8Array) return [value, '::bytea']
  if (value instanceof SqlJson) return [jsonText(value.value), '::jsonb']
  return [value, '']
}

const jsonText = (value: unknown) =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** For a text with numbered parameters. */
export const wireValues = (values: readonly unknown[]) => values.map((value) => wireValue(value)[0])

const KEYWORD = /(?<=^|[\s(])(?:values|in|select|as|returning|update|insert|\()(?=$|[\s(])/gi

function listText({ items, columns }: SqlList, values: unknown[], before: string) {
  const keyword = before.match(KEYWORD)?.at(-1)?.toLowerCase()
  const rows: readonly object[] = Array.isArray(items) ? items : [items]
  if (keyword === 'insert') {
    const names = columns.length > 0 ? columns : Object.keys(rows[0] ?? {})
    return `(${names.map(quoteName).join(',')})values${rowsText(rows, names, values)}`
  }
  if (keyword === 'update') {
    const names = columns.length > 0 ? columns : Object.keys(items)
    return names
      .map((name) => `${quoteName(name)}=${argumentText(fieldOf(items, name), values, 'values')}`)
      .join(',')
  }
  if (keyword === 'in' || keyword === 'values') {
    const list = rows.map((value) => argumentText(value, values, 'values'))
    return list.length > 0 ? `(${list.join(',')})` : '(null)'
  }
  return (items as readonly string[]).map(quoteName).join(',')
}

const rowsText = (rows: readonly object[], names: readonly string[], values: unknown[]) =>
  rows
    .map(
      (row) =>
        `(${names.map((name) => argumentText(fieldOf(row, name), values, 'values')).join(',')})`,
    )
    .join(',')

const fieldOf = (row: object, name: string) => (row as Record<string, unknown>)[name]

const quoteName = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
