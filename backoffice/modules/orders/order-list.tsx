import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import type { Part } from '#domain/orders/partial-state.ts'

import css from './OrderList.module.css'

type ListedOrder = StaffResponse<'staffOrders'>['items'][number]
type State = ListedOrder['state']

export const STATE_MARK = {
  placed: 'wait',
  released: 'half',
  shipped: 'half',
  delivered: 'done',
  cancelled: 'off',
  'partly-sent': 'half',
  'partly-delivered': 'half',
} as const satisfies Record<State | Part, string>

/** Orders, the newest first. */
export const staffOrderList = (
  t: Translate,
  euros: (cents: number) => string,
): ListDefinition<ListedOrder> => ({
  name: 'orders',
  countLabel: 'order.counted',
  searchLabel: 'order.search',
  columns: orderColumns(t, euros),
  filters: filterBar(t, 'staffOrders', {
    state: { label: 'order.state', name: (state) => t(`order.state.${state}`) },
    tag: { label: 'order.tag' },
    to: { label: 'until' },
  }),
  defaultSort: defaultSorts.staffOrders,
  fetchPage: (query) => fetchBackoffice('staffOrders', query as StaffInput<'staffOrders'>),
  csvHref: (query) => staffAddress('staffOrders', { ...query, as: 'csv' }),
  idOf: ({ number }) => number,
  nameOf: ({ number }) => t('order.one', { number }),
  hrefOf: ({ number }) => `/backoffice/orders/${number}`,
  emptyText: t('order.emptyHelp'),
  emptyPicture: 'box',
  emptyLink: { to: '/backoffice/gifts', label: 'toGifts' },
})

/** A missed legal date first, and the other conditions in one line. */
function Flags({ t, order: { flags, overdue_days } }: { t: Translate; order: ListedOrder }) {
  if (flags.length === 0 && overdue_days === 0) return null
  // The text of a missed withdrawal date contains both.
  const others = flags.filter(
    (flag) => overdue_days === 0 || (flag !== 'withdrawn' && flag !== 'needs-person'),
  )
  return (
    <span className={css.flags}>
      {overdue_days > 0 ? (
        <StatusMark kind="bad">{t('overdue', { count: overdue_days })}</StatusMark>
      ) : null}
      {others.map((flag) => (
        <span key={flag} className={css.flag} data-flag={flag}>
          {t(`order.flag.${flag}`)}
        </span>
      ))}
    </span>
  )
}

const orderColumns = (t: Translate, euros: (cents: number) => string): Columns<ListedOrder> => ({
  number: { label: 'order.number', cell: ({ number }) => number, phonePosition: 'a' },
  placed_at: {
    label: 'order.placed',
    sortKey: 'placed_at',
    cell: ({ placed_at }) => <DateTime at={placed_at} />,
    phonePosition: 'f',
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
  person: { label: 'order.person', cell: ({ person }) => person.name, phonePosition: 'e' },
  gifts: {
    label: 'order.gifts',
    cell: ({ gifts, picture }) => (
      <GiftWithPicture file={picture}>
        <span className={css.gifts}>{gifts}</span>
      </GiftWithPicture>
    ),
    fillsWidth: true,
    phonePosition: 'c',
  },
  tags: {
    label: 'order.tags',
    cell: ({ tags }) => tags.join(', '),
    defaultVisible: false,
  },
  state: {
    label: 'order.state',
    cell: ({ state, part }) => (
      <StatusMark kind={STATE_MARK[part ?? state]}>{t(`order.state.${part ?? state}`)}</StatusMark>
    ),
    phonePosition: 'b',
  },
  points_paid: {
    label: 'order.points',
    numeric: true,
    cell: ({ points_paid }) => points_paid,
    // Euros have no column of their own there.
    onPhone: ({ points_paid, cents_paid }) =>
      amountText({ points: points_paid, cents: cents_paid }, { t, euros }),
    phonePosition: 'd',
  },
  cents_paid: {
    label: 'order.euros',
    numeric: true,
    cell: ({ cents_paid }) => (cents_paid === 0 ? '–' : euros(cents_paid)),
  },
  delivery: {
    label: 'order.delivery',
    cell: ({ delivery, country }) =>
      [t(`order.kind.${delivery}`), country].filter(Boolean).join(', '),
    defaultVisible: false,
  },
  mail: { label: 'mail', cell: ({ person }) => person.email, defaultVisible: false },
  flags: {
    label: 'order.flags',
    wraps: true,
    cell: (order) => <Flags t={t} order={order} />,
    phonePosition: 'g',
  },
  ...noColumn('part', 'lines', 'country', 'picture', 'overdue_days'),
})
