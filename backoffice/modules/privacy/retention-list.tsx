import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Run = StaffResponse<'retentionRuns'>['items'][number]

const RUN_MARKS = {
  looked: 'off',
  asked: 'wait',
  refused: 'off',
  working: 'half',
  stopped: 'warn',
  rewriting: 'half',
  done: 'done',
} as const satisfies Record<Run['state'], string>

export const RunMark = ({ t, state }: { t: Translate; state: Run['state'] }) => (
  <StatusMark kind={RUN_MARKS[state]}>{t(`time.state.${state}`)}</StatusMark>
)

export const heldOf = ({ held }: Pick<Run, 'held'>) =>
  Object.values(held).reduce((sum, one) => sum + one, 0)

export const runListOf = (t: Translate): ListOf<Run> => ({
  // Not 'retention': by that name the page above asks for something else.
  name: 'retention-runs',
  counted: 'time.runs',
  searchWord: 'time.searchRuns',
  columns: [
    { key: 'channel', word: 'channel', cell: ({ channel }) => channel.name, phone: 'a' },
    {
      key: 'state',
      word: 'time.state',
      cell: ({ state }) => <RunMark t={t} state={state} />,
      phone: 'b',
    },
    { key: 'kind', word: 'time.kind', cell: ({ kind }) => t(`time.kind.${kind}`) },
    {
      key: 'made_at',
      word: 'when',
      sort: 'made_at',
      cell: ({ made_at }) => <Moment at={made_at} />,
      phone: 'c',
    },
    { key: 'by', word: 'who', cell: ({ made_by }) => made_by.name },
    { key: 'found', word: 'time.found', number: true, cell: ({ counts }) => counts.vouchers },
    { key: 'left', word: 'time.left', number: true, cell: heldOf },
    {
      key: 'erased',
      word: 'time.erased',
      number: true,
      cell: ({ erased }) => erased,
      phone: 'd',
    },
  ],
  filters: [{ key: 'channel', word: 'channel', kind: 'text' }],
  usualSort: '-made_at',
  ask: (asked) => fetchBackoffice('retentionRuns', asked as StaffInput<'retentionRuns'>),
  csv: (asked) => staffAddress('retentionRuns', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ id, channel }) => t('time.runTitle', { id, channel: channel.name }),
  hrefOf: ({ id }) => `/backoffice/retention/runs/${id}`,
  empty: (
    <>
      <h2>{t('time.noRuns')}</h2>
      <p>{t('time.noRunsHelp')}</p>
    </>
  ),
})
