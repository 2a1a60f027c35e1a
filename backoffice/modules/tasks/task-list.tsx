import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Column, ListOf } from '#backoffice/kit/list/list-definition.ts'
import { type Cause, causeText } from '#backoffice/kit/domain-texts/task-texts.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { taskKindsOf } from '#domain/tasks/task-kinds.ts'
import type { Role } from '#domain/staff/permissions.ts'

/** What needs a person, a cause a row. */
export const taskList = (
  t: Translate,
  euros: (cents: number) => string,
  role: Role,
): ListOf<Cause> => ({
  name: 'task',
  counted: 'task.counted',
  searchWord: 'task.search',
  columns: taskColumns(t, euros),
  filters: [
    {
      key: 'kind',
      word: 'task.kind',
      kind: 'some',
      choices: taskKindsOf(role).map((kind) => ({
        value: kind,
        name: t(`task.of.${kind}`),
      })),
    },
    {
      key: 'owner',
      word: 'task.owner',
      kind: 'one',
      choices: (['me', 'nobody', 'assigned'] as const).map((value) => ({
        value,
        name: t(`task.owner.${value}`),
      })),
    },
    {
      key: 'state',
      word: 'task.state',
      kind: 'one',
      choices: [{ value: 'closed', name: t('task.closed') }],
    },
  ],
  usualSort: '-cases',
  ask: (asked) => fetchBackoffice('task', asked as StaffInput<'task'>),
  csv: (asked) => staffAddress('task', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (cause) => `${t(`task.of.${cause.kind}`)} ${causeText(cause, t, euros)}`,
  hrefOf: ({ id }) => `/backoffice/tasks/${id}`,
  empty: (
    <>
      <h2>{t('task.empty')}</h2>
      <p>{t('task.emptyHelp')}</p>
    </>
  ),
})

const taskColumns = (t: Translate, euros: (cents: number) => string): readonly Column<Cause>[] => [
  {
    key: 'kind',
    word: 'task.kind',
    cell: ({ kind }) => t(`task.of.${kind}`),
    phone: 'a',
  },
  {
    key: 'why',
    word: 'task.why',
    cell: (cause) => causeText(cause, t, euros),
    lead: true,
    phone: 'c',
  },
  {
    key: 'cases',
    word: 'task.cases',
    sort: 'cases',
    number: true,
    cell: ({ cases }) => cases,
    phone: 'b',
  },
  {
    key: 'since',
    word: 'task.since',
    sort: 'first_at',
    cell: ({ first_at }) => <Moment at={first_at} />,
    phone: 'd',
  },
  {
    key: 'last',
    word: 'task.last',
    sort: 'last_at',
    cell: ({ last_at }) => <Moment at={last_at} />,
    usual: false,
  },
  {
    key: 'tries',
    word: 'task.tries',
    number: true,
    cell: ({ tries }) => tries,
    usual: false,
  },
  {
    key: 'owner',
    word: 'task.owner',
    cell: ({ owner, outcome }) =>
      outcome ? (
        <StatusMark kind={outcome === 'closed' ? 'off' : 'done'}>
          {t(`task.outcome.${outcome}`)}
        </StatusMark>
      ) : (
        (owner?.name ?? '–')
      ),
  },
  { key: 'channel', word: 'channel', cell: ({ channel }) => channel ?? '–', usual: false },
]
