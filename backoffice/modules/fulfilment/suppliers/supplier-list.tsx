import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Say } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Listed = StaffResponse<'suppliers'>['items'][number]

/** Suppliers, with what waits for each. */
export const supplierList = (say: Say): ListOf<Listed> => ({
  name: 'suppliers',
  counted: 'supplier.counted',
  searchWord: 'supplier.search',
  columns: [
    { key: 'name', word: 'supplier.name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
    { key: 'way', word: 'supplier.way', cell: ({ way }) => say(`supplier.way.${way}`) },
    { key: 'open', word: 'supplier.open', number: true, cell: ({ open }) => open, phone: 'c' },
    {
      key: 'late',
      word: 'supplier.late',
      number: true,
      cell: ({ late }) => (late === 0 ? '–' : <StateMark kind="warn">{String(late)}</StateMark>),
      phone: 'b',
    },
    {
      key: 'declined',
      word: 'supplier.declined',
      number: true,
      cell: ({ declined }) => (declined === 0 ? '–' : declined),
    },
  ],
  filters: [],
  usualSort: 'name',
  ask: (asked) => fetchBackoffice('suppliers', asked as StaffInput<'suppliers'>),
  csv: (asked) => staffAddress('suppliers', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/suppliers/${id}`,
  empty: (
    <>
      <h2>{say('supplier.empty')}</h2>
      <p>{say('supplier.emptyHelp')}</p>
    </>
  ),
})
