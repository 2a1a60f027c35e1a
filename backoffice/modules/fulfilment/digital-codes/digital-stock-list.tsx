import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { CodeMark } from '#backoffice/modules/fulfilment/digital-codes/CodeStatus.tsx'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { CODE_STATES } from '#contract/fulfilment/digital-code-states.ts'

type StockLevel = StaffResponse<'digitalStocks'>['items'][number]

/** Codes of digital gifts. Variants that recipients wait for come first. */
export const digitalList = (t: Translate): ListOf<StockLevel> => ({
  name: 'digital',
  counted: 'digital.counted',
  searchWord: 'giftSearch',
  columns: stockColumns,
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: CODE_STATES.map((state) => ({ value: state, name: t(`digital.state.${state}`) })),
    },
  ],
  usualSort: 'risk',
  ask: (asked) => fetchBackoffice('digitalStocks', asked as StaffInput<'digitalStocks'>),
  csv: (asked) => staffAddress('digitalStocks', { ...asked, as: 'csv' }),
  idOf: ({ sku }) => sku,
  nameOf: ({ name, sku }) => `${name} ${sku}`,
  hrefOf: ({ sku }) => `/backoffice/digital/${sku}`,
  empty: (
    <>
      <h2>{t('digital.empty')}</h2>
      <p>{t('digital.emptyHelp')}</p>
    </>
  ),
})

const stockColumns: readonly Column<StockLevel>[] = [
  {
    key: 'name',
    word: 'gift',
    sort: 'name',
    wraps: true,
    phone: 'a',
    cell: ({ name }) => name,
  },
  { key: 'sku', word: 'articleCode', wraps: true, phone: 'c', cell: ({ sku }) => sku },
  {
    key: 'state',
    word: 'state',
    phone: 'b',
    cell: ({ state }) => <CodeMark state={state} />,
  },
  {
    key: 'free',
    word: 'digital.free',
    sort: 'free',
    number: true,
    phone: 'd',
    cell: ({ free }) => free,
  },
  {
    key: 'waiting',
    word: 'digital.waiting',
    sort: 'waiting',
    number: true,
    cell: ({ waiting }) => waiting || '–',
  },
  {
    key: 'sold',
    word: 'soldFourWeeks',
    sort: 'sold',
    number: true,
    cell: ({ sold }) => sold || '–',
  },
  {
    key: 'days_left',
    word: 'daysLeft',
    sort: 'risk',
    number: true,
    cell: ({ days_left }) => days_left ?? '–',
  },
]
