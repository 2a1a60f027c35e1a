import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { actionText, KNOWN_ACTIONS } from '#backoffice/kit/audit/action-texts.ts'
import { auditSubject } from '#backoffice/kit/audit/audit-texts.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Line = StaffResponse<'audit'>['items'][number]

const who = (t: Translate, { actor, staff, employer_user }: Line): string =>
  (staff ?? employer_user)?.name ?? t(actor === 'command' ? 'byCommand' : 'byShop')

export const auditList = (
  t: Translate,
  people: readonly { id: string; name: string }[],
): ListOf<Line> => ({
  name: 'audit',
  counted: 'lines',
  searchWord: 'actionOrNumber',
  columns: [
    { key: 'action', word: 'what', cell: ({ action }) => actionText(t, action), phone: 'a' },
    { key: 'at', word: 'when', sort: 'at', cell: ({ at }) => <Moment at={at} />, phone: 'b' },
    { key: 'staff', word: 'who', cell: (line) => who(t, line), phone: 'c' },
    {
      key: 'subject',
      word: 'about',
      cell: ({ subject_kind, subject_id }) => auditSubject(t, subject_kind, subject_id),
      phone: 'd',
    },
    { key: 'channel', word: 'channel', cell: ({ channel }) => channel ?? '–' },
    { key: 'reason', word: 'reason', lead: true, cell: ({ reason }) => reason },
    { key: 'session', word: 'session', cell: ({ session }) => session?.slice(0, 8), usual: false },
  ],
  filters: [
    {
      key: 'action',
      word: 'what',
      kind: 'one',
      choices: KNOWN_ACTIONS.map((action) => ({ value: action, name: actionText(t, action) })),
    },
    ...(people.length > 0
      ? [
          {
            key: 'staff',
            word: 'who' as const,
            kind: 'one' as const,
            choices: people.map(({ id, name }) => ({ value: id, name })),
          },
        ]
      : []),
    { key: 'from', word: 'from', kind: 'day' },
    { key: 'to', word: 'until', kind: 'day' },
    { key: 'channel', word: 'channel', kind: 'text' },
  ],
  usualSort: '-at',
  ask: (asked) => fetchBackoffice('audit', asked as StaffInput<'audit'>),
  csv: (asked) => staffAddress('audit', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (line) => `${actionText(t, line.action)}, ${who(t, line)}`,
  hrefOf: ({ id }) => `/backoffice/audit/${id}`,
  empty: <p>{t('nothingDone')}</p>,
})
