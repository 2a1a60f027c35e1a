/** CSS `display` changes on a phone remove the table semantics, so the roles are explicit. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
}
