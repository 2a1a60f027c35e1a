import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { howFar, WORK_MARKS, workName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Work = StaffResponse<'backgroundJobs'>['items'][number]
const STATES = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const

export const workListOf = (t: Translate): ListOf<Work> => ({
  name: 'long-work',
  counted: 'piecesOfWork',
  searchWord: 'askedBy',
  columns: [
    { key: 'kind', word: 'what', cell: ({ kind }) => workName(t, kind), phone: 'a' },
    {
      key: 'state',
      word: 'state',
      cell: ({ state }) => (
        <StatusMark kind={WORK_MARKS[state]}>{t(`workState.${state}`)}</StatusMark>
      ),
      phone: 'd',
    },
    { key: 'done', word: 'howFar', number: true, cell: (work) => howFar(t, work), phone: 'c' },
    {
      key: 'made_at',
      word: 'since',
      sort: 'made_at',
      cell: ({ made_at }) => <Moment at={made_at} />,
      phone: 'b',
    },
    {
      key: 'ended_at',
      word: 'endedAt',
      cell: ({ ended_at }) => (ended_at ? <Moment at={ended_at} /> : '–'),
    },
    { key: 'staff', word: 'askedBy', cell: ({ staff }) => staff.name },
    { key: 'channel', word: 'channel', cell: ({ channel }) => channel ?? '–', usual: false },
  ],
  filters: [
    {
      key: 'state',
      word: 'state',
      kind: 'some',
      choices: STATES.map((state) => ({ value: state, name: t(`workState.${state}`) })),
    },
  ],
  usualSort: '-made_at',
  ask: (asked) => fetchBackoffice('backgroundJobs', asked as StaffInput<'backgroundJobs'>),
  csv: (asked) => staffAddress('backgroundJobs', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ kind, id }) => `${workName(t, kind)} ${id}`,
  hrefOf: ({ id }) => `/backoffice/work/${id}`,
  empty: (
    <>
      <h2>{t('noWorkYet')}</h2>
      <p>{t('noWorkYetHelp')}</p>
    </>
  ),
})
