import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { CodeStatus } from '#backoffice/modules/fulfilment/digital-codes/CodeStatus.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type StockLevel = StaffResponse<'digitalStocks'>['items'][number]

/** Codes of digital gifts. Variants that recipients wait for come first. */
export const digitalList = (t: Translate): ListDefinition<StockLevel> => ({
  name: 'digital',
  countLabel: 'digital.counted',
  searchLabel: 'digital.search',
  columns: stockColumns(t),
  filters: filterBar(t, 'digitalStocks', {
    state: { name: (state) => t(`digital.state.${state}`) },
  }),
  defaultSort: defaultSorts.digitalStocks,
  fetchPage: (query) => fetchBackoffice('digitalStocks', query as StaffInput<'digitalStocks'>),
  csvHref: (query) => staffAddress('digitalStocks', { ...query, as: 'csv' }),
  idOf: ({ sku }) => sku,
  nameOf: ({ name, sku }) => `${name} ${sku}`,
  hrefOf: ({ sku }) => `/backoffice/digital-codes/${sku}`,
  emptyText: t('digital.emptyHelp'),
  emptyPicture: 'box',
  emptyLink: { to: '/backoffice/gifts', label: 'toGifts' },
})

const stockColumns = (t: Translate): Columns<StockLevel> => ({
  name: {
    label: 'gift',
    sortKey: 'name',
    wraps: true,
    phonePosition: 'a',
    cell: ({ name, variant, picture }) => (
      <GiftWithPicture file={picture}>
        {[name, variant].filter(Boolean).join(' · ')}
      </GiftWithPicture>
    ),
  },
  sku: { label: 'articleCode', defaultVisible: false, cell: ({ sku }) => sku },
  state: { label: 'state', phonePosition: 'b', cell: ({ state }) => <CodeStatus state={state} /> },
  free: {
    label: 'digital.free',
    sortKey: 'free',
    numeric: true,
    phonePosition: 'd',
    cell: ({ free }) => free,
    onPhone: ({ free }) => t('digital.codesLeft', { count: free }),
  },
  waiting: {
    label: 'digital.waiting',
    sortKey: 'waiting',
    numeric: true,
    cell: ({ waiting }) => waiting || '–',
  },
  sold: { label: 'soldFourWeeks', sortKey: 'sold', numeric: true, cell: ({ sold }) => sold || '–' },
  days_left: {
    label: 'daysLeft',
    sortKey: 'risk',
    numeric: true,
    cell: ({ days_left }) => days_left ?? '–',
    onPhone: ({ days_left }) => (days_left ? t('sellsOutIn', { count: days_left }) : null),
    phonePosition: 'c',
  },
  ...noColumn('gift', 'picture', 'held', 'variant'),
})
