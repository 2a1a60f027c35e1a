import { expect, it } from 'vitest'

import { accessibleName } from './accessible-name.ts'

it.each([
  ['Wijzig', 'Wijzig je cadeaus', 'Wijzig je cadeaus'],
  ['Change', 'Edit your gifts', 'Change: Edit your gifts'],
  ['Maak er 3 van', 'Vaas', 'Maak er 3 van: Vaas'],
  ['Kies', 'kies Vaas, samen 3', 'kies Vaas, samen 3'],
  ['Ändern', 'Ändern: Lieferung', 'Ändern: Lieferung'],
  ['Edit', 'Editorial', 'Edit: Editorial'],
  ['', 'Wijzig', 'Wijzig'],
  ['Wijzig!', 'Wijzig je cadeaus', 'Wijzig je cadeaus'],
  ['Kies – nu', 'Kies nu: Vaas', 'Kies nu: Vaas'],
  ['Straße', 'STRASSE', 'Straße: STRASSE'],
])('combines the text %j and the name %j to %j (B15)', (shown, name, expected) => {
  expect(accessibleName(shown, name)).toBe(expected)
})
