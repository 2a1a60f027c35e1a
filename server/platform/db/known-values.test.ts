import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { allLanguages, STAFF_LANGUAGES } from '#domain/language.ts'
import { eurosByLine, VAT_CLASSES, vatWithin } from '#domain/finance/vat-amounts.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { CHANNEL_COLUMNS, RELEASED_COLUMNS } from '#domain/channels/channel-columns.ts'
import { GIFT_FACT_NAMES, giftFact } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_COLUMNS } from '#domain/catalog/gift-texts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('calculates the VAT in an amount like domain', async () => {
  const amounts = [0, 1, 99, 500, 12_345, 1_999_999].flatMap((cents) =>
    [0, 600, 900, 1900, 2100, 2550].map((bp) => ({ cents, bp })),
  )
  const calculated = await database.sql`
    select vat_within(cents, bp)::integer as vat from jsonb_to_recordset(${database.sql.json(amounts)}) as one (cents bigint, bp integer)`
  expect(calculated.map(({ vat }) => vat)).toEqual(
    amounts.map(({ cents, bp }) => vatWithin(cents, bp)),
  )
})

const arrayLiteral = (values: readonly string[]) =>
  `array[${values.map((value) => `'${value}'`).join(', ')}]`
const KNOWN_VALUES = [
  ['known_languages', 'text[]', arrayLiteral(allLanguages)],
  ['staff_languages', 'text[]', arrayLiteral(STAFF_LANGUAGES)],
  ['staff_roles', 'text[]', arrayLiteral(ROLES)],
  ['vat_classes', 'text[]', arrayLiteral(VAT_CLASSES)],
] as const

/** `npx vitest run server/platform/db/known-values.test.ts -u` writes the file. */
it('has the values of domain in known-values.sql', async () => {
  const functions = KNOWN_VALUES.map(
    ([name, type, value]) =>
      `create or replace function ${name}() returns ${type} language sql immutable parallel safe as $$\n  select ${value}\n$$;\n`,
  )
  const head =
    '-- Values of domain/ that the database needs as well. known-values.test.ts compares them.\n'
  await expect([head, ...functions].join('\n')).toMatchFileSnapshot(
    path.join(projectRoot, 'server/platform/db/functions/known-values.sql'),
  )
})

it('divides an amount among lines like domain', async () => {
  for (const cents of [1, 500, 999, 12_345, 1_999_999]) {
    const lines = [
      { points: 3, quantity: 1 },
      { points: 7, quantity: 11 },
      { points: 1, quantity: 999 },
      { points: 400, quantity: 2 },
    ]
    const shares = await database.sql<{ share: number }[]>`
      select share_of_line(${cents}::integer, sum(points * quantity) over (order by place), points * quantity,
        (sum(points * quantity) over ())::integer) as share
      from jsonb_to_recordset(${database.sql.json(lines.map((line, place) => ({ ...line, place })))})
        as line (points integer, quantity integer, place integer)
      order by place`
    expect(shares.map(({ share }) => share)).toEqual(eurosByLine(cents, lines))
  }
})

it('has the languages, roles and VAT classes of domain, and repeats them in no constraint', async () => {
  const [known] = await database.sql`
    select known_languages() as languages, staff_languages() as staff, staff_roles() as roles, vat_classes() as vat`
  expect(known).toEqual({
    languages: allLanguages,
    staff: STAFF_LANGUAGES,
    roles: ROLES,
    vat: VAT_CLASSES,
  })

  const columns = await database.sql<{ name: string; check: string }[]>`
    select conrelid::regclass || ': ' || conname as name, pg_get_constraintdef(oid) as check
    from pg_constraint where contype = 'c'`
  const repeating = columns.filter(({ check }) => /'(nl|merchandiser|reduced)'/.test(check))
  expect(repeating.map(({ name }) => name)).toEqual([])
})

it('has each column of a channel that domain lists, and its released fields', async () => {
  const columns = await database.sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = 'channel'::regclass and attnum > 0`
  const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]))
  for (const [name, { type }] of Object.entries(CHANNEL_COLUMNS))
    expect(types[name], name).toBe(type)

  const [channel] = await database.sql`
    insert into channel (id, name) values ('90001', 'Any')
    returning (select array_agg(field order by field)
      from jsonb_object_keys(channel_fields(channel)) field) as fields`
  expect(channel?.['fields']).toEqual(RELEASED_COLUMNS.toSorted())
})

it('has a column for each text of a gift', async () => {
  const columns = await database.sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'product_text'::regclass and attnum > 0 and not attnotnull`
  expect(columns.map(({ name }) => name).toSorted()).toEqual(GIFT_TEXT_COLUMNS.toSorted())
})

it('has a column for each fact of a gift, with its default', async () => {
  const columns = await database.sql<{ name: string; type: string; usual: string | null }[]>`
    select attname as name, format_type(atttypid, null) as type, pg_get_expr(adbin, adrelid) as usual
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = 'product'::regclass and attnum > 0 order by attname`
  const expected = GIFT_FACT_NAMES.map(giftFact).map(({ column, kind, usual }) => ({
    name: column,
    type: kind === 'flag' ? 'boolean' : 'text',
    usual: usual === null ? null : typeof usual === 'string' ? `'${usual}'::text` : String(usual),
  }))
  expect(columns).toEqual(expect.arrayContaining(expected))
})
