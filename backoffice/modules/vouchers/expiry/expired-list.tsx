import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Expiry = StaffResponse<'expiries'>['items'][number]

export const expiredPointsList = (
  t: Translate,
  euros: (cents: number) => string,
): ListDefinition<Expiry> => ({
  name: 'expired',
  countLabel: 'privacy.expired',
  searchLabel: 'privacy.searchExpired',
  columns: expiryColumns(t, euros),
  filters: filterBar(t, 'expiries', {
    claimed: { label: 'privacy.claimed', name: (value) => t(`privacy.${value}`) },
    to: { label: 'until' },
    batch: { label: 'privacy.batch' },
  }),
  defaultSort: defaultSorts.expiries,
  fetchPage: (query) => fetchBackoffice('expiries', query as StaffInput<'expiries'>),
  csvHref: (query) => staffAddress('expiries', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ last3 }) => `···${last3}`,
  hrefOf: ({ voucher }) => `/backoffice/recipients/${voucher}`,
  emptyText: t('privacy.noExpiredHelp'),
  emptyLink: { to: '/backoffice/batches', label: 'toBatches' },
})

const expiryColumns = (t: Translate, euros: (cents: number) => string): Columns<Expiry> => ({
  voucher: { label: 'privacy.voucher', cell: ({ last3 }) => `···${last3}`, phonePosition: 'a' },
  at: {
    label: 'privacy.at',
    sortKey: 'at',
    cell: ({ at }) => <DateTime at={at} />,
    phonePosition: 'c',
  },
  points: {
    label: 'privacy.points',
    numeric: true,
    cell: ({ points }) => points,
    onPhone: ({ points }) => t('voucher.price.points', { count: points }),
    phonePosition: 'b',
  },
  claimed: {
    label: 'privacy.claimed',
    cell: ({ claimed }) => t(claimed ? 'privacy.yes' : 'privacy.no'),
  },
  rule: { label: 'privacy.rule', cell: ({ rule }) => t(`privacy.rule.${rule}`) },
  billed: {
    label: 'privacy.billed',
    numeric: true,
    cell: ({ billed_cents }) => euros(billed_cents),
    phonePosition: 'd',
  },
  notified: {
    label: 'privacy.told',
    cell: ({ notified }) => t(notified ? 'privacy.yes' : 'privacy.no'),
  },
  back: {
    label: 'privacy.back',
    cell: ({ reversed_at }) => (reversed_at ? <DateTime at={reversed_at} /> : '–'),
  },
  batch: { label: 'privacy.batch', cell: ({ batch }) => batch.note || batch.id },
  channel: { label: 'channel', cell: ({ channel }) => channel, defaultVisible: false },
  ...noColumn('id', 'last3', 'billed_cents', 'reversed_at'),
})
