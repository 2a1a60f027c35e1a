import { expect, it } from 'vitest'

import {
  findIgnoredParts,
  findLongCells,
  recipientsByRow,
  recipientsIn,
  rowsOfText,
  repeatedRecipients,
} from '#domain/vouchers/recipient-list.ts'

it.each([';', ',', '\t', '|'])(
  'reads a list with %s between its columns (DESK-24)',
  (separator) => {
    const text = [
      ['Voornaam', 'Achternaam', 'Afdeling', 'E-mail', 'Taal', 'Bericht'],
      [
        'Zoë',
        '"de ""Wit"""',
        `"Magazijn${separator} Oost"`,
        'zoe@example.com',
        'Nederlands',
        '"Dank, \nZoë"',
      ],
      ['Łukasz', 'Wójcik', '', '', 'DE'],
    ]
      .map((row) => row.join(separator))
      .join('\r\n')
    expect(recipientsIn(rowsOfText(`\uFEFF${text}\r\n\r\n`))).toEqual([
      {
        name: 'Zoë de "Wit"',
        department: `Magazijn${separator} Oost`,
        email: 'zoe@example.com',
        language: 'nl',
        words: 'Dank, \nZoë',
      },
      { name: 'Łukasz Wójcik', department: '', email: '', language: 'de', words: '' },
    ])
  },
)

it('reads a list without headers by its content', () => {
  expect(recipientsIn(rowsOfText('Anna\nBo'))).toMatchObject([{ name: 'Anna' }, { name: 'Bo' }])
  expect(recipientsIn(rowsOfText('a@example.com;Anna;0012\nb@example.com;Bo;0013'))).toEqual([
    { name: 'Anna', department: '0012', email: 'a@example.com', language: '', words: '' },
    { name: 'Bo', department: '0013', email: 'b@example.com', language: '', words: '' },
  ])
  expect(recipientsIn(rowsOfText(''))).toEqual([])
})

it('finds duplicate people, by email before name (DESK-24)', () => {
  const people = recipientsIn(
    rowsOfText('name,department,mail\nAnna,A,a@x.nl\nANNA,A,A@X.nl\nAnna,A,\nanna,a,\nAnna,B,'),
  )
  expect(repeatedRecipients(people).map(({ name, email }) => [name, email])).toEqual([
    ['ANNA', 'A@X.nl'],
    ['anna', ''],
  ])
})

it('finds cells with more than is taken of them, by their row (DESK-24)', () => {
  const rows = rowsOfText(
    `naam;afdeling\nAnna;${'a'.repeat(120)}\n${'b'.repeat(201)};${'c'.repeat(121)}`,
  )
  expect(findLongCells(recipientsByRow(rows))).toEqual([
    { row: 3, field: 'name', most: 200 },
    { row: 3, field: 'department', most: 120 },
  ])
})

it('reports the columns and languages of a list that are left out (DESK-24)', () => {
  const rows = rowsOfText(
    'Naam;Taal;Personeelsnummer;Naam;Leeg\nAnna;Fries;17;x;\nBo;EN;18;;\nCe;klingon;;;',
  )
  expect(findIgnoredParts(rows)).toEqual({
    columns: ['Personeelsnummer', 'Naam'],
    languages: [
      { row: 2, text: 'Fries' },
      { row: 4, text: 'klingon' },
    ],
    rows: [],
  })
  expect(findIgnoredParts(rowsOfText('Anna;0012\n;0013\nBo;0013'))).toEqual({
    columns: [],
    languages: [],
    rows: [2],
  })
})

it('finds the heads below a title, and all parts of a Dutch name (DESK-24)', () => {
  const text = [
    'Medewerkerslijst;;;;',
    'Voornaam;Tussenvoegsel;Achternaam;E-mail;Eigen woorden',
    'Jan;de;Vries;jan@example.com;Dank, Jan',
    'Ada;;Smit;;',
  ].join('\n')
  expect(rowsOfText(`sep=;\r\n${text}`)).toEqual(rowsOfText(text))
  expect(recipientsByRow(rowsOfText(text))).toMatchObject([
    { row: 3, person: { name: 'Jan de Vries', email: 'jan@example.com', words: 'Dank, Jan' } },
    { row: 4, person: { name: 'Ada Smit' } },
  ])
  // A department with the name of a header does not make a later row a header.
  expect(recipientsIn(rowsOfText('Anna\tInkoop\nBo\tTeam'))).toMatchObject([
    { name: 'Anna', department: 'Inkoop' },
    { name: 'Bo', department: 'Team' },
  ])
})
