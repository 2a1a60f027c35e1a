import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Listed = StaffResponse<'suppliers'>['items'][number]

/** Suppliers, with what waits for each. */
export const supplierList = (t: Translate): ListOf<Listed> => ({
  name: 'suppliers',
  counted: 'supplier.counted',
  searchWord: 'supplier.search',
  columns: {
    name: { label: 'supplier.name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
    way: { label: 'supplier.way', cell: ({ way }) => t(`supplier.way.${way}`) },
    open: { label: 'supplier.open', number: true, cell: ({ open }) => open, phone: 'c' },
    late: {
      label: 'supplier.late',
      number: true,
      cell: ({ late }) => (late === 0 ? '–' : <StatusMark kind="warn">{String(late)}</StatusMark>),
      phone: 'b',
    },
    declined: {
      label: 'supplier.declined',
      number: true,
      cell: ({ declined }) => (declined === 0 ? '–' : declined),
    },
    ...noColumn('id'),
  },
  filters: filterBar(t, 'suppliers', {}),
  usualSort: 'name',
  ask: (asked) => fetchBackoffice('suppliers', asked as StaffInput<'suppliers'>),
  csv: (asked) => staffAddress('suppliers', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/suppliers/${id}`,
  empty: t('supplier.emptyHelp'),
  picture: 'box',
})
