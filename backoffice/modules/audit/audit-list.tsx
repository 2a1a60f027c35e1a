import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { actionText, KNOWN_ACTIONS } from '#backoffice/kit/audit/action-texts.ts'
import { auditSubject } from '#backoffice/kit/audit/audit-texts.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Line = StaffResponse<'audit'>['items'][number]

const who = (t: Translate, { actor, staff, employer_user }: Line): string =>
  (staff ?? employer_user)?.name ?? t(actor === 'command' ? 'byCommand' : 'byShop')

export const auditList = (
  t: Translate,
  people: readonly { id: string; name: string }[],
): ListDefinition<Line> => ({
  name: 'audit',
  countLabel: 'lines',
  searchLabel: 'actionOrNumber',
  columns: {
    action: { label: 'what', cell: ({ action }) => actionText(t, action), phonePosition: 'a' },
    at: {
      label: 'when',
      sortKey: 'at',
      cell: ({ at }) => <DateTime at={at} />,
      phonePosition: 'b',
    },
    staff: { label: 'who', cell: (line) => who(t, line), phonePosition: 'c' },
    subject: {
      label: 'about',
      cell: ({ subject_kind, subject_id }) => auditSubject(t, subject_kind, subject_id),
      phonePosition: 'd',
    },
    channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
    reason: { label: 'reason', fillsWidth: true, cell: ({ reason }) => reason },
    session: {
      label: 'session',
      cell: ({ session }) => session?.slice(0, 8),
      defaultVisible: false,
    },
    ...noColumn('id', 'actor', 'employer_user', 'subject_kind', 'subject_id', 'before', 'after'),
  },
  filters: filterBar(t, 'audit', {
    action: {
      label: 'what',
      choices: KNOWN_ACTIONS.map((action) => ({ value: action, name: actionText(t, action) })),
    },
    staff: { label: 'who', choices: people.map(({ id, name }) => ({ value: id, name })) },
    to: { label: 'until' },
  }).filter(({ key }) => key !== 'staff' || people.length > 0),
  defaultSort: '-at',
  fetchPage: (asked) => fetchBackoffice('audit', asked as StaffInput<'audit'>),
  csvHref: (asked) => staffAddress('audit', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (line) => `${actionText(t, line.action)}, ${who(t, line)}`,
  hrefOf: ({ id }) => `/backoffice/audit/${id}`,
  emptyText: t('noActivity'),
  emptyLink: { to: '/backoffice', label: 'toHome' },
})
