import { batchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Column,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { endOfCode } from '#domain/vouchers/voucher-code.ts'

type Item = StaffResponse<'vouchers'>['items'][number]
export type HolderState = Item['state']

const STATE_MARKS = {
  open: 'done',
  spent: 'off',
  blocked: 'bad',
  'not-yet': 'wait',
  ended: 'off',
  erased: 'off',
} as const

export const HolderStateMark = ({ t, state }: { t: Translate; state: HolderState }) => (
  <StatusMark kind={STATE_MARKS[state]}>{t(`voucher.state.${state}`)}</StatusMark>
)

/** The state of a voucher as lists show it. */
export const displayedState = (
  state: Exclude<HolderState, 'spent'>,
  { available, spent }: { available: number; spent: number },
): HolderState => (state === 'open' && available === 0 && spent > 0 ? 'spent' : state)

/** What the user may see: names of recipients, and the employers of campaigns. */
type VoucherListAccess = { canSearchNames: boolean; showsEmployers: boolean }

/** All vouchers. Staff search by anything a caller can tell them: a name, an email address, the end of a code. */
export const voucherList = (
  t: Translate,
  { canSearchNames, showsEmployers }: VoucherListAccess,
): ListDefinition<Item> => ({
  name: 'vouchers',
  countLabel: 'voucher.counted',
  searchLabel: canSearchNames ? 'voucher.search' : 'voucher.searchMasked',
  cleanSearch: endOfCode,
  columns: voucherColumns(t, showsEmployers),
  filters: filterBar(t, 'vouchers', {
    state: { name: (state) => t(`voucher.state.${state}`) },
    batch: { label: 'voucher.batch' },
  }),
  defaultSort: defaultSorts.vouchers,
  fetchPage: (query) => fetchBackoffice('vouchers', query as StaffInput<'vouchers'>),
  csvHref: (query) => staffAddress('vouchers', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name, last3 }) => `${name || t('voucher.unnamed')} ···${last3}`,
  hrefOf: ({ id }) => `/backoffice/recipients/${id}`,
  emptyText: t('voucher.empty'),
  emptyPicture: 'people',
  emptyLink: { to: '/backoffice/batches', label: 'toBatches' },
})

/** The state appears beside the name only if the recipient has a problem or is erased. */
const isException = (state: HolderState) => state !== 'open' && state !== 'spent'

const dateColumns = {
  last_order_at: {
    label: 'voucher.lastOrder',
    cell: ({ last_order_at }) => (last_order_at ? <DateTime at={last_order_at} /> : '–'),
  },
  orders: {
    label: 'voucher.orders',
    numeric: true,
    cell: ({ orders }) => orders || '–',
    defaultVisible: false,
  },
  seen_at: {
    label: 'voucher.lastHere',
    cell: ({ seen_at }) => (seen_at ? <DateTime at={seen_at} /> : '–'),
    defaultVisible: false,
  },
  valid_until: {
    label: 'voucher.validUntil',
    cell: ({ valid_until }) => (valid_until ? <DateTime at={valid_until} /> : '–'),
    defaultVisible: false,
  },
} satisfies Record<string, Column<Item>>

const voucherColumns = (t: Translate, showsEmployers: boolean): Columns<Item> => ({
  name: {
    label: 'voucher.holder',
    cell: ({ name, state }) =>
      isException(state) ? (
        <>
          {name || t('voucher.unnamed')} <HolderStateMark t={t} state={state} />
        </>
      ) : (
        name || t('voucher.unnamed')
      ),
    phonePosition: 'a',
  },
  code: {
    label: 'voucher.code',
    cell: ({ last3 }) => (last3 === '' ? '–' : `···${last3}`),
    phonePosition: 'd',
  },
  employer: {
    label: 'employer',
    cell: ({ employer }) => (employer === null ? '–' : <EmployerName name={employer} />),
    defaultVisible: showsEmployers,
  },
  batch: {
    label: 'campaign',
    cell: ({ batch }) => batch.campaign ?? batchName(t, batch),
    phonePosition: 'c',
  },
  channel: {
    label: 'channel',
    cell: ({ channel }) => channelCell(channel),
    defaultVisible: false,
  },
  state: {
    label: 'state',
    cell: ({ state }) => <HolderStateMark t={t} state={state} />,
    defaultVisible: false,
  },
  available: {
    label: 'voucher.points',
    numeric: true,
    cell: ({ available }) => available,
    onPhone: ({ available }) => t('voucher.price.points', { count: available }),
    phonePosition: 'b',
  },
  ...dateColumns,
  ...noColumn('id', 'last3', 'granted'),
})
