import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { howFar, WORK_MARKS, workName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Work = StaffResponse<'backgroundJobs'>['items'][number]
export const workListOf = (t: Translate): ListOf<Work> => ({
  name: 'long-work',
  counted: 'piecesOfWork',
  searchWord: 'askedBy',
  columns: {
    kind: { label: 'what', cell: ({ kind }) => workName(t, kind), phone: 'a' },
    state: {
      label: 'state',
      cell: ({ state }) => (
        <StatusMark kind={WORK_MARKS[state]}>{t(`workState.${state}`)}</StatusMark>
      ),
      phone: 'd',
    },
    done: { label: 'howFar', number: true, cell: (work) => howFar(t, work), phone: 'c' },
    made_at: {
      label: 'since',
      sort: 'made_at',
      cell: ({ made_at }) => <Moment at={made_at} />,
      phone: 'b',
    },
    ended_at: {
      label: 'endedAt',
      cell: ({ ended_at }) => (ended_at ? <Moment at={ended_at} /> : '–'),
    },
    staff: { label: 'askedBy', cell: ({ staff }) => staff.name },
    channel: { label: 'channel', cell: ({ channel }) => channelCell(channel), usual: false },
    ...noColumn('id', 'total', 'result', 'problem', 'file'),
  },
  filters: filterBar(t, 'backgroundJobs', { state: { name: (state) => t(`workState.${state}`) } }),
  usualSort: '-made_at',
  ask: (asked) => fetchBackoffice('backgroundJobs', asked as StaffInput<'backgroundJobs'>),
  csv: (asked) => staffAddress('backgroundJobs', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ kind, id }) => `${workName(t, kind)} ${id}`,
  hrefOf: ({ id }) => `/backoffice/background-jobs/${id}`,
  empty: t('noWorkYetHelp'),
  emptyLink: { to: '/backoffice', label: 'toHome' },
})
