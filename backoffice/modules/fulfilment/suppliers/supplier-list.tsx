import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type ListedSupplier = StaffResponse<'suppliers'>['items'][number]

/** Suppliers with their open, late and declined orders. */
export const supplierList = (t: Translate): ListDefinition<ListedSupplier> => ({
  name: 'suppliers',
  countLabel: 'supplier.counted',
  searchLabel: 'supplier.search',
  columns: {
    name: { label: 'supplier.name', sortKey: 'name', cell: ({ name }) => name, phonePosition: 'a' },
    way: { label: 'supplier.way', cell: ({ way }) => t(`supplier.way.${way}`) },
    open: {
      label: 'supplier.open',
      numeric: true,
      cell: ({ open }) => open || '–',
      onPhone: ({ open }) => t('supplier.openCount', { count: open }),
      phonePosition: 'c',
    },
    late: {
      label: 'supplier.late',
      numeric: true,
      cell: ({ late }) => (late === 0 ? '–' : <StatusMark kind="bad">{String(late)}</StatusMark>),
      onPhone: ({ late }) =>
        late === 0 ? null : (
          <StatusMark kind="bad">{t('supplier.lateCount', { count: late })}</StatusMark>
        ),
      phonePosition: 'b',
    },
    declined: {
      label: 'supplier.declined',
      numeric: true,
      cell: ({ declined }) => declined || '–',
      onPhone: ({ declined }) =>
        declined === 0 ? null : t('supplier.declinedCount', { count: declined }),
      phonePosition: 'd',
    },
    ...noColumn('id'),
  },
  filters: filterBar(t, 'suppliers', {}),
  defaultSort: defaultSorts.suppliers,
  fetchPage: (query) => fetchBackoffice('suppliers', query as StaffInput<'suppliers'>),
  csvHref: (query) => staffAddress('suppliers', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/suppliers/${id}`,
  emptyText: t('supplier.emptyHelp'),
  emptyPicture: 'box',
})
