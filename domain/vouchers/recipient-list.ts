import { languageNamed } from '#domain/language-names.ts'

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
const HEADS: Readonly<Record<PeopleField, readonly string[]>> = {
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
  const separator = declared ?? separatorOf(bare)
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
  return rows.filter((cells) => cells.some((one) => one !== ''))
}

/** The most frequent candidate in the first line. A list of names only has none. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/)
  const counted = ['\t', ';', ',', '|'].map((one) => ({ one, count: line.split(one).length - 1 }))
  const [most] = counted.sort((a, b) => b.count - a.count)
  return most && most.count > 0 ? most.one : '\t'
}

type Columns = Partial<Record<PeopleField, number>>

/** The people of a table, with columns detected by header or by content. */
export const recipientsIn = (rows: readonly (readonly string[])[]): ListedPerson[] =>
  recipientsByRow(rows).map(({ person }) => person)

/** Detects the columns by their header, or by content if there is none. */
export function guessedColumns(rows: readonly (readonly string[])[]): PeopleColumns {
  const head = headOf(rows)
  const columns = head?.columns ?? columnsByLook(rows)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const fields = Array.from(
    { length: width },
    (_, at) => PEOPLE_FIELDS.find((field) => columns[field] === at) ?? null,
  )
  return { heads: head ? head.at + 1 : 0, fields }
}

/** Also returns each person's row number, from 1, with header rows included. */
export function recipientsByRow(
  rows: readonly (readonly string[])[],
  { heads, fields }: PeopleColumns = guessedColumns(rows),
): { row: number; person: ListedPerson }[] {
  const cell = (row: readonly string[], field: PeopleField) => {
    const at = fields.indexOf(field)
    return at === -1 ? '' : (row[at] ?? '').trim()
  }
  return rows.slice(heads).flatMap((row, at) => {
    const fullName = cell(row, 'name')
    const parts = [cell(row, 'first'), cell(row, 'infix'), cell(row, 'last')].filter(
      (part) => part !== '',
    )
    const person = {
      name: parts.length > 0 ? parts.join(' ') : fullName,
      department: cell(row, 'department'),
      email: cell(row, 'email'),
      language: languageNamed(cell(row, 'language')) ?? '',
      words: cell(row, 'words'),
    }
    return person.name === '' && person.email === '' ? [] : [{ row: heads + at + 1, person }]
  })
}

/** Ignored parts of a table: columns with an unknown or repeated header, unsupported languages, and rows without a person. */
export function leftOut(
  rows: readonly (readonly string[])[],
  { heads, fields }: PeopleColumns = guessedColumns(rows),
): {
  columns: string[]
  languages: { row: number; text: string }[]
  /** Rows with neither a name nor an email address. */
  rows: number[]
} {
  const below = rows.slice(heads)
  const head = heads === 0 ? [] : (rows[heads - 1] ?? [])
  const columns = fields.flatMap((field, at) =>
    field === null && below.some((row) => (row[at] ?? '').trim() !== '')
      ? [head[at]?.trim() || String(at + 1)]
      : [],
  )
  const language = fields.indexOf('language')
  const languages = below.flatMap((row, at) => {
    const text = language === -1 ? '' : (row[language] ?? '').trim()
    return text !== '' && languageNamed(text) === undefined ? [{ row: heads + at + 1, text }] : []
  })
  const found = new Set(recipientsByRow(rows, { heads, fields }).map(({ row }) => row))
  const empty = below.map((_, at) => heads + at + 1).filter((row) => !found.has(row))
  return { columns, languages, rows: empty }
}

/** Cells longer than the maximum. */
export const longCells = (people: readonly { row: number; person: ListedPerson }[]): LongCell[] =>
  people.flatMap(({ row, person }) =>
    (['name', 'department', 'email', 'words'] as const).flatMap((field) =>
      person[field].length > LONGEST_CELL[field] ? [{ row, field, most: LONGEST_CELL[field] }] : [],
    ),
  )

/** Headers may follow a title. A single word counts as a header only in the first row; later it is a name. */
const LOOKED_AT = 10

function headOf(
  rows: readonly (readonly string[])[],
): { at: number; columns: Columns } | undefined {
  for (const [at, row] of rows.slice(0, LOOKED_AT).entries()) {
    const columns = columnsByHead(row)
    if (columns && (at === 0 || Object.keys(columns).length > 1)) return { at, columns }
  }
  return undefined
}

function columnsByHead(row: readonly string[]): Columns | undefined {
  const columns: Columns = {}
  for (const [at, head] of row.entries()) {
    const key = PEOPLE_FIELDS.find((field) => HEADS[field].includes(head.trim().toLowerCase()))
    if (key !== undefined && columns[key] === undefined) columns[key] = at
  }
  return Object.keys(columns).length > 0 ? columns : undefined
}

function columnsByLook(rows: readonly (readonly string[])[]): Columns {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const mails = Array.from(
    { length: width },
    (_, at) => rows.filter((row) => row[at]?.includes('@')).length,
  )
  const most = Math.max(0, ...mails)
  const email = most > 0 ? mails.indexOf(most) : -1
  const others = Array.from({ length: width }, (_, at) => at).filter((at) => at !== email)
  const [name, department] = others
  return {
    ...(email < 0 ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department }),
  }
}

/** The same person by mail, else by name and department. */
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
export function withOneSpelling<Person extends { department: string }>(
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
    const before = seen.has(key)
    seen.add(key)
    return before
  })
}
