import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Chosen, Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { ROLES } from '#domain/staff/permissions.ts'

type Member = StaffResponse<'staff'>['items'][number]

/** Who works in the back office. */
export const staffList = (t: Translate, endSessions: (chosen: Chosen) => void): ListOf<Member> => ({
  name: 'staff',
  counted: 'colleagues',
  searchWord: 'nameOrMail',
  columns: staffColumns(t),
  filters: [
    {
      key: 'role',
      word: 'role',
      kind: 'some',
      choices: ROLES.map((role) => ({ value: role, name: t(`role.${role}`) })),
    },
    { key: 'channel', word: 'channel', kind: 'text' },
    {
      key: 'state',
      word: 'state',
      kind: 'one',
      choices: [
        { value: 'here', name: t('worksHere') },
        { value: 'left', name: t('hasLeft') },
      ],
    },
  ],
  usualSort: 'name',
  ask: (asked) => fetchBackoffice('staff', asked as StaffInput<'staff'>),
  csv: (asked) => staffAddress('staff', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/staff/${id}`,
  actions: [{ word: 'endSessionsOf', run: endSessions }],
  empty: null,
})

const staffColumns = (t: Translate): readonly Column<Member>[] => [
  { key: 'name', word: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
  { key: 'email', word: 'mail', cell: ({ email }) => email, phone: 'c' },
  {
    key: 'role',
    word: 'role',
    sort: 'role',
    cell: ({ role }) => t(`role.${role}`),
    phone: 'b',
  },
  {
    key: 'channels',
    word: 'channels',
    cell: ({ role, channels }) =>
      role === 'owner'
        ? t('allOfThem')
        : channels.length > 3
          ? t('andMore', {
              first: channels.slice(0, 2).join(', '),
              count: channels.length - 2,
            })
          : channels.join(', '),
  },
  {
    key: 'second_factor',
    word: 'secondFactor',
    cell: ({ second_factor, left_at }) =>
      left_at ? null : (
        <StatusMark kind={second_factor ? 'done' : 'warn'}>
          {t(second_factor ? 'isSet' : 'isNotSet')}
        </StatusMark>
      ),
  },
  {
    key: 'seen_at',
    word: 'lastSeen',
    sort: 'seen_at',
    cell: ({ seen_at }) => (seen_at ? <Moment at={seen_at} /> : '–'),
    phone: 'd',
  },
  {
    key: 'added_at',
    word: 'since',
    sort: 'added_at',
    cell: ({ added_at }) => <Moment at={added_at} />,
    usual: false,
  },
  {
    key: 'state',
    word: 'state',
    cell: ({ left_at }) => (
      <StatusMark kind={left_at ? 'off' : 'done'}>
        {t(left_at ? 'hasLeft' : 'worksHere')}
      </StatusMark>
    ),
    usual: false,
  },
]
