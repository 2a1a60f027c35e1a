import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Expiry = StaffResponse<'expiries'>['items'][number]

export const expiredListOf = (t: Translate, euros: (cents: number) => string): ListOf<Expiry> => ({
  name: 'expired',
  counted: 'time.expired',
  searchWord: 'time.searchExpired',
  columns: expiryColumns(t, euros),
  filters: [
    {
      key: 'claimed',
      word: 'time.claimed',
      kind: 'one',
      choices: (['yes', 'no'] as const).map((value) => ({ value, name: t(`time.${value}`) })),
    },
    { key: 'from', word: 'from', kind: 'day' },
    { key: 'to', word: 'until', kind: 'day' },
    { key: 'batch', word: 'time.batch', kind: 'text' },
    { key: 'channel', word: 'channel', kind: 'text' },
  ],
  usualSort: '-at',
  ask: (asked) => fetchBackoffice('expiries', asked as StaffInput<'expiries'>),
  csv: (asked) => staffAddress('expiries', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ last3 }) => `···${last3}`,
  hrefOf: ({ voucher }) => `/backoffice/holders/${voucher}`,
  empty: (
    <>
      <h2>{t('time.noExpired')}</h2>
      <p>{t('time.noExpiredHelp')}</p>
    </>
  ),
})

const expiryColumns = (
  t: Translate,
  euros: (cents: number) => string,
): readonly Column<Expiry>[] => [
  { key: 'voucher', word: 'time.voucher', cell: ({ last3 }) => `···${last3}`, phone: 'a' },
  {
    key: 'at',
    word: 'time.at',
    sort: 'at',
    cell: ({ at }) => <Moment at={at} />,
    phone: 'c',
  },
  { key: 'points', word: 'time.points', number: true, cell: ({ points }) => points, phone: 'b' },
  {
    key: 'claimed',
    word: 'time.claimed',
    cell: ({ claimed }) => t(claimed ? 'time.yes' : 'time.no'),
  },
  { key: 'rule', word: 'time.rule', cell: ({ rule }) => t(`time.rule.${rule}`) },
  {
    key: 'billed',
    word: 'time.billed',
    number: true,
    cell: ({ billed_cents }) => euros(billed_cents),
    phone: 'd',
  },
  { key: 'told', word: 'time.told', cell: ({ told }) => t(told ? 'time.yes' : 'time.no') },
  {
    key: 'back',
    word: 'time.back',
    cell: ({ back_at }) => (back_at ? <Moment at={back_at} /> : '–'),
  },
  { key: 'batch', word: 'time.batch', cell: ({ batch }) => batch.note || batch.id },
  { key: 'channel', word: 'channel', cell: ({ channel }) => channel, usual: false },
]
