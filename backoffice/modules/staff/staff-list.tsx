import { ChannelNames, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
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
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Member = StaffResponse<'staff'>['items'][number]

/** The users of the back office. */
export const staffList = (
  t: Translate,
  endSessions: (selection: Selection) => void,
): ListDefinition<Member> => ({
  name: 'staff',
  countLabel: 'staffMembers',
  searchLabel: 'nameOrMail',
  columns: staffColumns(t),
  filters: filterBar(t, 'staff', {
    state: { name: (state) => t(state === 'here' ? 'hasAccess' : 'noAccess') },
  }),
  defaultSort: defaultSorts.staff,
  fetchPage: (query) => fetchBackoffice('staff', query as StaffInput<'staff'>),
  csvHref: (query) => staffAddress('staff', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/staff/${id}`,
  actions: [{ label: 'endSessionsOf', run: endSessions }],
  emptyText: '',
  emptyPicture: 'people',
})

/** The channels of a member, without the shared one, which contains only texts. */
function ChannelsOfMember({ ids, t }: { ids: readonly string[]; t: Translate }) {
  const { channels } = useChannels()
  const salesChannels = channels.map(({ id }) => id).filter((id) => id !== SHARED_CHANNEL)
  if (salesChannels.length > 0 && salesChannels.every((id) => ids.includes(id)))
    return t('allOfThem')
  return <ChannelNames ids={ids.filter((id) => id !== SHARED_CHANNEL)} />
}

const staffColumns = (t: Translate): Columns<Member> => ({
  name: { label: 'name', sortKey: 'name', cell: ({ name }) => name, phonePosition: 'a' },
  email: { label: 'mail', cell: ({ email }) => email, phonePosition: 'c' },
  role: {
    label: 'role',
    sortKey: 'role',
    cell: ({ role }) => t(`role.${role}`),
    phonePosition: 'b',
  },
  channels: {
    label: 'channels',
    cell: ({ role, channels }) =>
      role === 'owner' ? t('allOfThem') : <ChannelsOfMember ids={channels} t={t} />,
  },
  second_factor: {
    label: 'twoFactor',
    cell: ({ second_factor, left_at }) =>
      left_at ? null : (
        <StatusMark kind={second_factor ? 'done' : 'warn'}>
          {t(second_factor ? 'isSet' : 'isNotSet')}
        </StatusMark>
      ),
  },
  seen_at: {
    label: 'lastSeen',
    sortKey: 'seen_at',
    cell: ({ seen_at }) => (seen_at ? <DateTime at={seen_at} /> : t('privacy.never')),
    phonePosition: 'd',
  },
  added_at: {
    label: 'since',
    sortKey: 'added_at',
    cell: ({ added_at }) => <DateTime at={added_at} />,
    defaultVisible: false,
  },
  state: {
    label: 'state',
    cell: ({ left_at }) => (
      <StatusMark kind={left_at ? 'off' : 'done'}>
        {t(left_at ? 'noAccess' : 'hasAccess')}
      </StatusMark>
    ),
    defaultVisible: false,
  },
  ...noColumn('id', 'language', 'left_at', 'version'),
})
