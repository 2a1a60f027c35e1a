import { languageByName } from '#domain/language-names.ts'

/** Parses recipient lists as pasted or uploaded: detects columns and duplicates. */

export type ListedPerson = {
  name: string
  department: string
  email: string
  language: string
  /** The sender's message to this recipient only. */
  words: string
}

/** Maximum lengths of cells. */
export const LONGEST_CELL = { name: 200, department: 120, email: 254, words: 1000 } as const
export type LongCell = { row: number; field: keyof typeof LONGEST_CELL; most: number }

export const PEOPLE_FIELDS = [
  'name',
  'first',
  'infix',
  'last',
  'department',
  'email',
  'language',
  'words',
] as const
export type PeopleField = (typeof PEOPLE_FIELDS)[number]
/** The number of rows above the people, and the field of each column; null: the column is ignored. */
export type PeopleColumns = { heads: number; fields: readonly (PeopleField | null)[] }

/** Usual column headers in four languages. */
const HEADERS: Readonly<Record<PeopleField, readonly string[]>> = {
  name: [
    'name',
    'naam',
    'nom',
    'full name',
    'volledige naam',
    'employee',
    'medewerker',
    'mitarbeiter',
  ],
  first: ['first name', 'firstname', 'voornaam', 'vorname', 'prénom', 'prenom'],
  infix: [
    'tussenvoegsel',
    'tussenvoegsels',
    'voorvoegsel',
    'voorvoegsels',
    'infix',
    'namenszusatz',
  ],
  last: ['last name', 'lastname', 'surname', 'achternaam', 'nachname', 'nom de famille'],
  department: [
    'department',
    'afdeling',
    'team',
    'abteilung',
    'service',
    'département',
    'location',
    'vestiging',
  ],
  email: [
    'email',
    'e-mail',
    'mail',
    'e-mailadres',
    'emailadres',
    'mail address',
    'e-mail address',
    'courriel',
    'e-mail-adresse',
  ],
  language: ['language', 'taal', 'sprache', 'langue'],
  words: [
    'words',
    'message',
    'personal words',
    'own words',
    'words of their own',
    'eigen woorden',
    'eigene worte',
    'woorden',
    'bericht',
    'boodschap',
    'persoonlijk bericht',
    'worte',
    'nachricht',
    'persönliche worte',
    'message personnel',
    'mots',
  ],
}

/** Rows of a text with any separator. Quoted cells may contain separators, line breaks and doubled quotes. */
export function rowsOfText(text: string): string[][] {
  const withoutMark = text.replace(/^\uFEFF/, '')
  // Excel's declaration of the separator.
  const [line, declared] = /^sep=(.)\r?\n/i.exec(withoutMark) ?? ['']
  const bare = withoutMark.slice(line.length)
  const separator = declared ?? detectSeparator(bare)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < bare.length; at++) {
    const letter = bare.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (bare.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (letter === separator) {
      row.push(cell.trim())
      cell = ''
    } else if (letter === '\n' || letter === '\r') {
      row.push(cell.trim())
      rows.push(row)
      row = []
      cell = ''
    } else cell += letter
  }
  row.push(cell.trim())
  rows.push(row)
  return rows.filter((cells) => cells.some((content) => content !== ''))
}

/** The most frequent candidate in the first line; a tab if it contains none. */
function detectSeparator(text: string): string {
  const [line = ''] = text.split(/\r?\n/)
  const candidates = ['\t', ';', ',', '|'].map((separator) => ({
    separator,
    count: line.split(separator).length - 1,
  }))
  const [best] = candidates.sort((a, b) => b.count - a.count)
  return best && best.count > 0 ? best.separator : '\t'
}

type ColumnIndexes = Partial<Record<PeopleField, number>>

/** The people of a table, with columns detected by header or by content. */
export const recipientsIn = (rows: readonly (readonly string[])[]): ListedPerson[] =>
  recipientsByRow(rows).map(({ person }) => person)

/** Detects the columns by their header, or by content if there is none. */
export function guessColumns(rows: readonly (readonly string[])[]): PeopleColumns {
  const header = findHeader(rows)
  const columns = header?.columns ?? columnsFromContent(rows)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const fields = Array.from(
    { length: width },
    (_, column) => PEOPLE_FIELDS.find((field) => columns[field] === column) ?? null,
  )
  return { heads: header ? header.row + 1 : 0, fields }
}

/** Also returns each person's row number, from 1, with header rows included. */
export function recipientsByRow(
  rows: readonly (readonly string[])[],
  { heads, fields }: PeopleColumns = guessColumns(rows),
): { row: number; person: ListedPerson }[] {
  const cell = (row: readonly string[], field: PeopleField) => {
    const column = fields.indexOf(field)
    return column === -1 ? '' : (row[column] ?? '').trim()
  }
  return rows.slice(heads).flatMap((row, index) => {
    const fullName = cell(row, 'name')
    const parts = [cell(row, 'first'), cell(row, 'infix'), cell(row, 'last')].filter(
      (part) => part !== '',
    )
    const person = {
      name: parts.length > 0 ? parts.join(' ') : fullName,
      department: cell(row, 'department'),
      email: cell(row, 'email'),
      language: languageByName(cell(row, 'language')) ?? '',
      words: cell(row, 'words'),
    }
    return person.name === '' && person.email === '' ? [] : [{ row: heads + index + 1, person }]
  })
}

/** Ignored parts of a table: columns with an unknown or repeated header, unsupported languages, and rows without a person. */
export function findIgnoredParts(
  rows: readonly (readonly string[])[],
  { heads, fields }: PeopleColumns = guessColumns(rows),
): {
  columns: string[]
  languages: { row: number; text: string }[]
  /** Rows with neither a name nor an email address. */
  rows: number[]
} {
  const peopleRows = rows.slice(heads)
  const header = heads === 0 ? [] : (rows[heads - 1] ?? [])
  const columns = fields.flatMap((field, column) =>
    field === null && peopleRows.some((row) => (row[column] ?? '').trim() !== '')
      ? [header[column]?.trim() || String(column + 1)]
      : [],
  )
  const languageColumn = fields.indexOf('language')
  const languages = peopleRows.flatMap((row, index) => {
    const text = languageColumn === -1 ? '' : (row[languageColumn] ?? '').trim()
    return text !== '' && languageByName(text) === undefined
      ? [{ row: heads + index + 1, text }]
      : []
  })
  const rowsWithPerson = new Set(recipientsByRow(rows, { heads, fields }).map(({ row }) => row))
  const otherRows = peopleRows
    .map((_, index) => heads + index + 1)
    .filter((row) => !rowsWithPerson.has(row))
  return { columns, languages, rows: otherRows }
}

/** Cells longer than the maximum. */
export const findLongCells = (
  people: readonly { row: number; person: ListedPerson }[],
): LongCell[] =>
  people.flatMap(({ row, person }) =>
    (['name', 'department', 'email', 'words'] as const).flatMap((field) =>
      person[field].length > LONGEST_CELL[field] ? [{ row, field, most: LONGEST_CELL[field] }] : [],
    ),
  )

/** Headers may be below a title. A row with a single header word counts only if it is the first; later it is a name. */
const HEADER_SEARCH_ROWS = 10

function findHeader(
  rows: readonly (readonly string[])[],
): { row: number; columns: ColumnIndexes } | undefined {
  for (const [row, cells] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const columns = columnsFromHeader(cells)
    if (columns && (row === 0 || Object.keys(columns).length > 1)) return { row, columns }
  }
  return undefined
}

function columnsFromHeader(row: readonly string[]): ColumnIndexes | undefined {
  const columns: ColumnIndexes = {}
  for (const [column, title] of row.entries()) {
    const key = PEOPLE_FIELDS.find((field) => HEADERS[field].includes(title.trim().toLowerCase()))
    if (key !== undefined && columns[key] === undefined) columns[key] = column
  }
  return Object.keys(columns).length > 0 ? columns : undefined
}

function columnsFromContent(rows: readonly (readonly string[])[]): ColumnIndexes {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const emailCounts = Array.from(
    { length: width },
    (_, column) => rows.filter((row) => row[column]?.includes('@')).length,
  )
  const highestCount = Math.max(0, ...emailCounts)
  const email = highestCount > 0 ? emailCounts.indexOf(highestCount) : -1
  const [name, department] = [...emailCounts.keys()].filter((column) => column !== email)
  return {
    ...(email < 0 ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department }),
  }
}

/** Identifies a person by email address, or by name and department if there is none. */
export function personKey({
  email,
  name,
  department,
}: Pick<ListedPerson, 'name' | 'department' | 'email'>): string | null {
  if (email !== '') return email.toLowerCase()
  return name === '' ? null : `${name.toLowerCase()}\n${department.toLowerCase()}`
}

/** Key by which departments are compared: capitals and blanks make no difference. */
const departmentKey = (department: string) =>
  department.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Departments that differ only in case or whitespace are the same. The spelling is the known one, or the first in the
 * list.
 */
export function unifyDepartments<Person extends { department: string }>(
  people: readonly Person[],
  known: readonly string[] = [],
): Person[] {
  const spelling = new Map<string, string>()
  for (const department of [...known, ...people.map((person) => person.department)]) {
    const key = departmentKey(department)
    if (!spelling.has(key)) spelling.set(key, department.trim().replaceAll(/\s+/g, ' '))
  }
  return people.map((person) => ({
    ...person,
    department: spelling.get(departmentKey(person.department)) ?? person.department,
  }))
}

/** Distinguishes people who share an email address. */
export const nameKey = ({ name, email }: Pick<ListedPerson, 'name' | 'email'>) =>
  `${name.trim().toLowerCase()}\n${email.toLowerCase()}`

/** People who already occur earlier in the list. */
export function repeatedRecipients<
  Person extends Pick<ListedPerson, 'name' | 'department' | 'email'>,
>(people: readonly Person[]): Person[] {
  const seen = new Set<string>()
  return people.filter((person) => {
    const key = personKey(person)
    if (key === null) return false
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated
  })
}
