import { useMemo } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Columns,
  type ListDefinition,
  noColumn,
} from '#backoffice/kit/list/list-definition.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import { type StaffInput, type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { WITHDRAWAL_STATES } from '#domain/refunds/withdrawal.ts'

type Withdrawal = StaffResponse<'withdrawals'>['items'][number]
type Texts = { t: Translate; language: string; euros: (cents: number) => string }

/** Withdrawals: open ones first, by the last day for their refund. */
export function ReturnsPage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const euros = useEuros()
  const list = useMemo(() => withdrawalList({ t, language, euros }), [t, language, euros])
  return <ListPage list={list} title="returns.title" />
}

const withdrawalList = (texts: Texts): ListDefinition<Withdrawal> => {
  const { t } = texts
  const stateName = (state: Withdrawal['state']) => t(`returns.state.${state}`)
  return {
    name: 'returns',
    countLabel: 'returns.counted',
    searchLabel: 'order.search',
    columns: withdrawalColumns(texts),
    filters: filterBar(t, 'withdrawals', { state: { label: 'order.state', name: stateName } }),
    views: WITHDRAWAL_STATES.map((value) => ({ key: 'state', value, name: stateName(value) })),
    defaultSort: defaultSorts.withdrawals,
    fetchPage: (query) => fetchBackoffice('withdrawals', query as StaffInput<'withdrawals'>),
    csvHref: (query) => staffAddress('withdrawals', { ...query, as: 'csv' }),
    idOf: ({ number }) => number,
    nameOf: ({ order }) => t('order.one', { number: order }),
    hrefOf: ({ order }) => `/backoffice/orders/${order}`,
    emptyText: t('returns.empty'),
    emptyPicture: 'box',
    emptyLink: { to: '/backoffice/orders', label: 'toOrders' },
  }
}

const MARKS = { waiting: 'wait', due: 'warn', refunded: 'done' } as const

const withdrawalColumns = ({ t, language, euros }: Texts): Columns<Withdrawal> => ({
  order: { label: 'parcel.order', cell: ({ order }) => order, phonePosition: 'a' },
  recipient: { label: 'order.person', cell: ({ recipient }) => recipient, phonePosition: 'e' },
  gifts: {
    label: 'order.gifts',
    cell: ({ gifts, picture }) => <GiftWithPicture file={picture}>{gifts}</GiftWithPicture>,
    fillsWidth: true,
    phonePosition: 'c',
  },
  state: {
    label: 'order.state',
    cell: ({ state }) => <StatusMark kind={MARKS[state]}>{t(`returns.state.${state}`)}</StatusMark>,
    phonePosition: 'b',
  },
  due_day: {
    label: 'returns.deadline',
    sortKey: 'due',
    cell: (withdrawal) => <Deadline {...{ t, language, withdrawal }} />,
    phonePosition: 'd',
  },
  to_credit: {
    label: 'returns.toRefund',
    cell: ({ points_to_credit, cents_to_credit }) =>
      amountText({ points: points_to_credit, cents: cents_to_credit }, { t, euros }),
    phonePosition: 'f',
  },
  withdrawn_at: {
    label: 'returns.withdrawnOn',
    sortKey: 'withdrawn_at',
    cell: ({ withdrawn_at }) => <DateTime at={withdrawn_at} />,
  },
  returned_at: {
    label: 'returns.returnedOn',
    cell: ({ returned_at }) => (returned_at === null ? '–' : <DateTime at={returned_at} />),
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
  ...noColumn('number', 'picture', 'points_to_credit', 'cents_to_credit', 'overdue_days'),
})

type DeadlineProps = Omit<Texts, 'euros'> & { withdrawal: Withdrawal }

const WARNING_DAYS = 2

/** The last day for an open refund. It is marked in the days before it, and red once it has passed. */
function Deadline({ t, language, withdrawal: { due_day, overdue_days } }: DeadlineProps) {
  if (overdue_days === null) return '–'
  if (overdue_days > 0)
    return <StatusMark kind="bad">{t('overdue', { count: overdue_days })}</StatusMark>
  const day = formatDay(language, due_day)
  return overdue_days < -WARNING_DAYS ? day : <StatusMark kind="warn">{day}</StatusMark>
}
