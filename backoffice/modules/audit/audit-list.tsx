import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { type Filter, noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { actionText, KNOWN_ACTIONS } from '#backoffice/kit/audit/action-texts.ts'
import { AuditSubject } from '#backoffice/kit/audit/AuditSubject.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Line = StaffResponse<'audit'>['items'][number]

const who = (t: Translate, { actor, staff, employer_user }: Line): string =>
  (staff ?? employer_user)?.name ?? t(actor === 'command' ? 'byCommand' : 'byShop')

/** What was only viewed is left out, unless it is asked for. */
export const asAsked = ({ views, ...query }: Record<string, string>): StaffInput<'audit'> => ({
  ...query,
  ...(views === 'yes' || query['action'] !== undefined ? {} : { changes: 'yes' }),
})

const auditFilters = (t: Translate, people: readonly { id: string; name: string }[]): Filter[] => [
  ...filterBar(t, 'audit', {
    action: {
      label: 'what',
      choices: KNOWN_ACTIONS.map((action) => ({ value: action, name: actionText(t, action) })),
    },
    staff: { label: 'who', choices: people.map(({ id, name }) => ({ value: id, name })) },
    to: { label: 'until' },
  }).filter(({ key }) => key !== 'staff' || people.length > 0),
  {
    key: 'views',
    label: 'audit.views',
    kind: 'select',
    choices: [{ value: 'yes', name: t('audit.withViews') }],
  },
]

export const auditList = (
  t: Translate,
  people: readonly { id: string; name: string }[],
): ListDefinition<Line> => {
  return {
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
        cell: ({ subject_kind, subject_id, subject_name }) => (
          <AuditSubject kind={subject_kind} id={subject_id} name={subject_name} linked />
        ),
        phonePosition: 'd',
      },
      channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
      reason: { label: 'reason', wraps: true, cell: ({ reason }) => reason },
      session: {
        label: 'session',
        cell: ({ session }) => session?.slice(0, 8),
        defaultVisible: false,
      },
      ...noColumn(
        'id',
        'actor',
        'employer_user',
        'subject_kind',
        'subject_id',
        'subject_name',
        'before',
        'after',
      ),
    },
    filters: auditFilters(t, people),
    defaultSort: defaultSorts.audit,
    fetchPage: (query) => fetchBackoffice('audit', asAsked(query)),
    csvHref: (query) => staffAddress('audit', { ...asAsked(query), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (line) => `${actionText(t, line.action)}, ${who(t, line)}`,
    hrefOf: ({ id }) => `/backoffice/audit/${id}`,
    emptyText: t('noActivity'),
    emptyLink: { to: '/backoffice', label: 'toHome' },
  }
}
