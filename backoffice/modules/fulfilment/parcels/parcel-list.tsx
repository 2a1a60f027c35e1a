import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Listed = StaffResponse<'parcels'>['items'][number]

export const PARCEL_MARK = {
  sent: 'half',
  delivered: 'done',
  lost: 'warn',
  refused: 'warn',
} as const satisfies Record<Listed['state'], string>

/** Parcels, the oldest first. */
export const parcelList = (t: Translate): ListDefinition<Listed> => ({
  name: 'parcels',
  countLabel: 'parcel.counted',
  searchLabel: 'parcel.search',
  columns: {
    code: { label: 'parcel.code', cell: ({ code }) => code, phonePosition: 'a' },
    order: { label: 'order.number', cell: ({ order }) => order, phonePosition: 'c' },
    state: {
      label: 'parcel.state',
      cell: ({ state }) => (
        <StatusMark kind={PARCEL_MARK[state]}>{t(`parcel.state.${state}`)}</StatusMark>
      ),
      phonePosition: 'b',
    },
    sent_at: {
      label: 'parcel.sent',
      sortKey: 'sent_at',
      cell: ({ sent_at }) => <DateTime at={sent_at} />,
      phonePosition: 'd',
    },
    since: { label: 'parcel.since', cell: ({ state_at }) => <DateTime at={state_at} /> },
    carrier: { label: 'parcel.carrier', cell: ({ carrier }) => carrier },
    gifts: { label: 'parcel.gifts', cell: ({ gifts }) => gifts, fillsWidth: true },
    channel: {
      label: 'channel',
      cell: ({ channel }) => channelCell(channel),
      defaultVisible: false,
    },
    ...noColumn('id', 'link', 'state_at'),
  },
  filters: filterBar(t, 'parcels', {
    state: { label: 'parcel.state', name: (state) => t(`parcel.state.${state}`) },
  }),
  defaultSort: defaultSorts.parcels,
  fetchPage: (query) => fetchBackoffice('parcels', query as StaffInput<'parcels'>),
  csvHref: (query) => staffAddress('parcels', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  hrefOf: ({ order }) => `/backoffice/orders/${order}`,
  emptyText: t('parcel.emptyHelp'),
  emptyPicture: 'box',
  emptyLink: { to: '/backoffice/orders', label: 'toOrders' },
})
