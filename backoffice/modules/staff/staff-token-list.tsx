import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type Chosen,
  type ListOf,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { isPermission } from '#domain/staff/permissions.ts'

type Token = StaffResponse<'staffTokens'>['items'][number]

/** API tokens of all staff. */
export const staffTokenList = (t: Translate, end: (chosen: Chosen) => void): ListOf<Token> => ({
  name: 'staff-tokens',
  counted: 'apiTokens.counted',
  searchWord: 'apiTokens.search',
  columns: tokenColumns(t),
  filters: filterBar(t, 'staffTokens', { state: { name: (state) => t(`apiTokens.${state}`) } }),
  usualSort: '-made_at',
  ask: (asked) => fetchBackoffice('staffTokens', asked as StaffInput<'staffTokens'>),
  csv: (asked) => staffAddress('staffTokens', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ owner }) => `/backoffice/staff/${owner.id}`,
  actions: [{ label: 'apiTokens.end', run: end }],
  empty: t('apiTokens.emptyHelp'),
  emptyLink: { to: '/backoffice/account', label: 'toAccount' },
})

const tokenColumns = (t: Translate): Columns<Token> => ({
  name: { label: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
  owner: { label: 'apiTokens.owner', sort: 'owner', cell: ({ owner }) => owner.name, phone: 'c' },
  permissions: {
    label: 'apiTokens.permissions',
    wraps: true,
    cell: ({ permissions }) =>
      permissions.map((one) => (isPermission(one) ? t(`permission.${one}`) : one)).join(', '),
  },
  seen_at: {
    label: 'apiTokens.lastUsed',
    sort: 'seen_at',
    cell: ({ seen_at }) => (seen_at ? <Moment at={seen_at} /> : t('apiTokens.never')),
    phone: 'd',
  },
  made_at: {
    label: 'apiTokens.created',
    sort: 'made_at',
    cell: ({ made_at }) => <Moment at={made_at} />,
  },
  ends_at: {
    label: 'apiTokens.expires',
    sort: 'ends_at',
    cell: ({ ends_at }) => <Moment at={ends_at} />,
  },
  state: {
    label: 'state',
    cell: ({ state }) => (
      <StatusMark kind={state === 'active' ? 'done' : 'off'}>{t(`apiTokens.${state}`)}</StatusMark>
    ),
    phone: 'b',
  },
  ...noColumn('id', 'ended_at'),
})
