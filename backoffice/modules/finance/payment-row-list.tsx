import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'

type Row = StaffResponse<'paymentRows'>['items'][number]

const PATHS = {
  order: '/backoffice/orders/',
  case: '/backoffice/tasks/',
  voucher: '/backoffice/recipients/',
} as const

const nameOf = ({ about, subject }: Row, t: Translate) =>
  about === 'order' ? t('order.one', { number: subject }) : t('reports.payment')

/** The payments that a total consists of, newest first. */
export const paymentRowList = (
  metric: PaymentMetric,
  {
    t,
    euros,
    days,
    rate,
    rateText,
  }: {
    t: Translate
    euros: (cents: number) => string
    days: { from: string; to: string }
    /** The VAT rate that the rows are limited to, in hundredths of a percent. null: all rates. */
    rate: string | null
    rateText: (rate: string) => string
  },
): ListDefinition<Row> => {
  const toInput = (query: Record<string, string>) => ({ ...days, ...query, metric })
  const isVat = metric.startsWith('turnover') || metric.startsWith('vat')
  return {
    name: `money-${metric}`,
    countLabel: 'reports.counted',
    searchLabel: 'payments.rowSearch',
    columns: rowColumns(t, euros, isVat),
    filters: [
      { key: 'from', label: 'from', kind: 'day' },
      { key: 'to', label: 'until', kind: 'day' },
      { key: 'channel', label: 'channel', kind: 'channel' },
      ...(isVat
        ? [
            { key: 'country', label: 'payments.country' as const, kind: 'text' as const },
            {
              key: 'bp',
              label: 'payments.rate' as const,
              kind: 'select' as const,
              choices: rate === null ? [] : [{ value: rate, name: rateText(rate) }],
            },
          ]
        : [{ key: 'provider', label: 'payments.provider' as const, kind: 'text' as const }]),
    ],
    defaultSort: defaultSorts.paymentRows,
    fetchPage: (query) =>
      fetchBackoffice('paymentRows', toInput(query) as unknown as StaffInput<'paymentRows'>),
    formatSum: (sum) => t('reports.sum', { sum: euros(sum) }),
    csvHref: (query) => staffAddress('paymentRows', { ...toInput(query), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (row) => nameOf(row, t),
    hrefOf: ({ about, subject }) => `${PATHS[about]}${subject}`,
    emptyText: t('reports.nothing'),
  }
}

const rowColumns = (
  t: Translate,
  euros: (cents: number) => string,
  isVat: boolean,
): Columns<Row> => ({
  about: { label: 'reports.about', cell: (row) => nameOf(row, t), phonePosition: 'a' },
  at: {
    label: 'reports.at',
    sortKey: 'at',
    cell: ({ at, channel }) => <DateTime at={at} channel={channel} />,
    phonePosition: 'd',
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel), phonePosition: 'c' },
  payment: isVat
    ? null
    : {
        label: 'known.payment',
        cell: ({ payment, provider }) => `${payment} (${provider})`,
      },
  cents: {
    label: 'reports.unit.cents',
    numeric: true,
    cell: ({ cents }) => euros(cents),
    phonePosition: 'b',
  },
  ...noColumn('id', 'provider', 'subject'),
})
