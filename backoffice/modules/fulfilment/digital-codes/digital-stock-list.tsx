import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { CodeMark } from '#backoffice/modules/fulfilment/digital-codes/CodeStatus.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf, type Columns } from '#backoffice/kit/list/list-definition.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type StockLevel = StaffResponse<'digitalStocks'>['items'][number]

/** Codes of digital gifts. Variants that recipients wait for come first. */
export const digitalList = (t: Translate): ListOf<StockLevel> => ({
  name: 'digital',
  counted: 'digital.counted',
  searchWord: 'giftSearch',
  columns: stockColumns,
  filters: filterBar(t, 'digitalStocks', {
    state: { name: (state) => t(`digital.state.${state}`) },
  }),
  usualSort: 'risk',
  ask: (asked) => fetchBackoffice('digitalStocks', asked as StaffInput<'digitalStocks'>),
  csv: (asked) => staffAddress('digitalStocks', { ...asked, as: 'csv' }),
  idOf: ({ sku }) => sku,
  nameOf: ({ name, sku }) => `${name} ${sku}`,
  hrefOf: ({ sku }) => `/backoffice/digital-codes/${sku}`,
  empty: t('digital.emptyHelp'),
  picture: 'box',
  emptyLink: { to: '/backoffice/gifts', label: 'toGifts' },
})

const stockColumns: Columns<StockLevel> = {
  name: { label: 'gift', sort: 'name', wraps: true, phone: 'a', cell: ({ name }) => name },
  sku: { label: 'articleCode', wraps: true, phone: 'c', cell: ({ sku }) => sku },
  state: { label: 'state', phone: 'b', cell: ({ state }) => <CodeMark state={state} /> },
  free: { label: 'digital.free', sort: 'free', number: true, phone: 'd', cell: ({ free }) => free },
  waiting: {
    label: 'digital.waiting',
    sort: 'waiting',
    number: true,
    cell: ({ waiting }) => waiting || '–',
  },
  sold: { label: 'soldFourWeeks', sort: 'sold', number: true, cell: ({ sold }) => sold || '–' },
  days_left: {
    label: 'daysLeft',
    sort: 'risk',
    number: true,
    cell: ({ days_left }) => days_left ?? '–',
  },
  ...noColumn('gift', 'picture', 'held'),
}
