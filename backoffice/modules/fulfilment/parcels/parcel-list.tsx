import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Columns,
  noColumn,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { ParcelState } from '#backoffice/modules/fulfilment/parcels/ParcelState.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type ListedParcel = StaffResponse<'parcels'>['items'][number]

const parcelColumns: Columns<ListedParcel> = {
  order: { label: 'parcel.order', cell: ({ order }) => order, phonePosition: 'a' },
  recipient: {
    label: 'order.person',
    cell: ({ recipient }) => recipient,
    phonePosition: 'e',
  },
  gifts: {
    label: 'parcel.gifts',
    cell: ({ gifts, picture }) => <GiftWithPicture file={picture}>{gifts}</GiftWithPicture>,
    fillsWidth: true,
    phonePosition: 'c',
  },
  state: {
    label: 'parcel.state',
    cell: ({ state, days }) => <ParcelState state={state} days={days} />,
    phonePosition: 'b',
  },
  sent_at: {
    label: 'parcel.sent',
    sortKey: 'sent_at',
    cell: ({ sent_at }) => <DateTime at={sent_at} />,
    phonePosition: 'd',
  },
  carrier: { label: 'parcel.carrier', cell: ({ carrier }) => carrier, phonePosition: 'f' },
  code: { label: 'parcel.code', cell: ({ code }) => code },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
  since: {
    label: 'parcel.since',
    cell: ({ state_at }) => <DateTime at={state_at} />,
    defaultVisible: false,
  },
  ...noColumn('id', 'link', 'state_at', 'days', 'picture'),
}

const VIEWS = ['late', 'lost', 'sent'] as const

/** Parcels, the newest first. */
export const parcelList = (t: Translate): ListDefinition<ListedParcel> => ({
  name: 'parcels',
  countLabel: 'parcel.counted',
  searchLabel: 'parcel.search',
  columns: parcelColumns,
  filters: filterBar(t, 'parcels', {
    state: { label: 'parcel.state', name: (state) => t(`parcel.state.${state}`) },
  }),
  views: VIEWS.map((value) => ({ key: 'state', value, name: t(`parcel.state.${value}`) })),
  defaultSort: defaultSorts.parcels,
  fetchPage: (query) => fetchBackoffice('parcels', query as StaffInput<'parcels'>),
  csvHref: (query) => staffAddress('parcels', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ order, code }) => `${order}, ${code}`,
  hrefOf: ({ order }) => `/backoffice/orders/${order}`,
  emptyText: t('parcel.emptyHelp'),
  emptyPicture: 'box',
  emptyLink: { to: '/backoffice/orders', label: 'toOrders' },
})
