import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Listed = StaffResponse<'parcels'>['items'][number]

export const PARCEL_MARK = {
  sent: 'half',
  delivered: 'done',
  lost: 'warn',
  refused: 'warn',
} as const satisfies Record<Listed['state'], string>

/** Parcels, the oldest first. */
export const parcelList = (t: Translate): ListOf<Listed> => ({
  name: 'parcels',
  counted: 'parcel.counted',
  searchWord: 'parcel.search',
  columns: {
    code: { label: 'parcel.code', cell: ({ code }) => code, phone: 'a' },
    order: { label: 'order.number', cell: ({ order }) => order, phone: 'c' },
    state: {
      label: 'parcel.state',
      cell: ({ state }) => (
        <StatusMark kind={PARCEL_MARK[state]}>{t(`parcel.state.${state}`)}</StatusMark>
      ),
      phone: 'b',
    },
    sent_at: {
      label: 'parcel.sent',
      sort: 'sent_at',
      cell: ({ sent_at }) => <Moment at={sent_at} />,
      phone: 'd',
    },
    since: { label: 'parcel.since', cell: ({ state_at }) => <Moment at={state_at} /> },
    carrier: { label: 'parcel.carrier', cell: ({ carrier }) => carrier },
    gifts: { label: 'parcel.gifts', cell: ({ gifts }) => gifts, lead: true },
    channel: { label: 'channel', cell: ({ channel }) => channelCell(channel), usual: false },
    ...noColumn('id', 'link', 'state_at'),
  },
  filters: filterBar(t, 'parcels', {
    state: { label: 'parcel.state', name: (state) => t(`parcel.state.${state}`) },
  }),
  usualSort: 'sent_at',
  ask: (asked) => fetchBackoffice('parcels', asked as StaffInput<'parcels'>),
  csv: (asked) => staffAddress('parcels', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  hrefOf: ({ order }) => `/backoffice/orders/${order}`,
  empty: t('parcel.emptyHelp'),
  picture: 'box',
  emptyLink: { to: '/backoffice/orders', label: 'toOrders' },
})
