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

type AuditEntry = StaffResponse<'audit'>['items'][number]

const actorName = (t: Translate, { actor, staff, employer_user }: AuditEntry): string =>
  (staff ?? employer_user)?.name ?? t(actor === 'command' ? 'byCommand' : 'byShop')

/** Hides views, unless the user filters by views or by one action. */
export const toAuditQuery = ({ views, ...query }: Record<string, string>): StaffInput<'audit'> => ({
  ...query,
  ...(views === 'yes' || query['action'] !== undefined ? {} : { changes: 'yes' }),
})

const auditFilters = (t: Translate, staff: readonly { id: string; name: string }[]): Filter[] => [
  ...filterBar(t, 'audit', {
    action: {
      label: 'what',
      choices: KNOWN_ACTIONS.map((action) => ({ value: action, name: actionText(t, action) })),
    },
    staff: { label: 'who', choices: staff.map(({ id, name }) => ({ value: id, name })) },
    to: { label: 'until' },
  }).filter(({ key }) => key !== 'staff' || staff.length > 0),
  {
    key: 'views',
    label: 'audit.views',
    kind: 'select',
    choices: [{ value: 'yes', name: t('audit.withViews') }],
  },
]

export const auditList = (
  t: Translate,
  staff: readonly { id: string; name: string }[],
): ListDefinition<AuditEntry> => {
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
      staff: { label: 'who', cell: (entry) => actorName(t, entry), phonePosition: 'c' },
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
    filters: auditFilters(t, staff),
    defaultSort: defaultSorts.audit,
    fetchPage: (query) => fetchBackoffice('audit', toAuditQuery(query)),
    csvHref: (query) => staffAddress('audit', { ...toAuditQuery(query), as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: (entry) => `${actionText(t, entry.action)}, ${actorName(t, entry)}`,
    hrefOf: ({ id }) => `/backoffice/audit/${id}`,
    emptyText: t('noActivity'),
    emptyLink: { to: '/backoffice', label: 'toHome' },
  }
}
