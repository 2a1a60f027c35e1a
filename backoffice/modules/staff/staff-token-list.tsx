import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type Selection,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { isPermission } from '#domain/staff/permissions.ts'

type Token = StaffResponse<'staffTokens'>['items'][number]

/** API tokens of all staff. */
export const staffTokenList = (
  t: Translate,
  revoke: (selection: Selection) => void,
): ListDefinition<Token> => ({
  name: 'staff-tokens',
  countLabel: 'apiTokens.counted',
  searchLabel: 'apiTokens.search',
  columns: tokenColumns(t),
  filters: filterBar(t, 'staffTokens', { state: { name: (state) => t(`apiTokens.${state}`) } }),
  defaultSort: defaultSorts.staffTokens,
  fetchPage: (query) => fetchBackoffice('staffTokens', query as StaffInput<'staffTokens'>),
  csvHref: (query) => staffAddress('staffTokens', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ owner }) => `/backoffice/staff/${owner.id}`,
  actions: [{ label: 'apiTokens.end', run: revoke }],
  emptyText: t('apiTokens.emptyHelp'),
  emptyLink: { to: '/backoffice/account', label: 'toAccount' },
})

const tokenColumns = (t: Translate): Columns<Token> => ({
  name: { label: 'name', sortKey: 'name', cell: ({ name }) => name, phonePosition: 'a' },
  owner: {
    label: 'apiTokens.owner',
    sortKey: 'owner',
    cell: ({ owner }) => owner.name,
    phonePosition: 'c',
  },
  permissions: {
    label: 'apiTokens.permissions',
    wraps: true,
    cell: ({ permissions }) =>
      permissions
        .map((permission) =>
          isPermission(permission) ? t(`permission.${permission}`) : permission,
        )
        .join(', '),
  },
  seen_at: {
    label: 'apiTokens.lastUsed',
    sortKey: 'seen_at',
    cell: ({ seen_at }) => (seen_at ? <DateTime at={seen_at} /> : t('apiTokens.never')),
    phonePosition: 'd',
  },
  made_at: {
    label: 'apiTokens.created',
    sortKey: 'made_at',
    cell: ({ made_at }) => <DateTime at={made_at} />,
  },
  ends_at: {
    label: 'apiTokens.expires',
    sortKey: 'ends_at',
    cell: ({ ends_at }) => <DateTime at={ends_at} />,
  },
  state: {
    label: 'state',
    cell: ({ state }) => (
      <StatusMark kind={state === 'active' ? 'done' : 'off'}>{t(`apiTokens.${state}`)}</StatusMark>
    ),
    phonePosition: 'b',
  },
  ...noColumn('id', 'ended_at'),
})
