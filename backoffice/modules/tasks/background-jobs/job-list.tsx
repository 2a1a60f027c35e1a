import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { jobProgressText, JOB_STATUS_MARKS, jobName } from '#backoffice/kit/jobs/job-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Job = StaffResponse<'backgroundJobs'>['items'][number]
export const jobList = (t: Translate): ListDefinition<Job> => ({
  name: 'long-work',
  countLabel: 'jobCount',
  searchLabel: 'askedBy',
  columns: {
    kind: { label: 'what', cell: ({ kind }) => jobName(t, kind), phonePosition: 'a' },
    state: {
      label: 'state',
      cell: ({ state }) => (
        <StatusMark kind={JOB_STATUS_MARKS[state]}>{t(`jobState.${state}`)}</StatusMark>
      ),
      phonePosition: 'd',
    },
    done: {
      label: 'jobProgress',
      numeric: true,
      cell: (job) => jobProgressText(t, job),
      phonePosition: 'c',
    },
    made_at: {
      label: 'since',
      sortKey: 'made_at',
      cell: ({ made_at }) => <DateTime at={made_at} />,
      phonePosition: 'b',
    },
    ended_at: {
      label: 'endedAt',
      cell: ({ ended_at }) => (ended_at ? <DateTime at={ended_at} /> : '–'),
    },
    staff: { label: 'askedBy', cell: ({ staff }) => staff.name },
    channel: {
      label: 'channel',
      cell: ({ channel }) => channelCell(channel),
      defaultVisible: false,
    },
    ...noColumn('id', 'total', 'result', 'problem', 'file'),
  },
  filters: filterBar(t, 'backgroundJobs', { state: { name: (state) => t(`jobState.${state}`) } }),
  defaultSort: defaultSorts.backgroundJobs,
  fetchPage: (query) => fetchBackoffice('backgroundJobs', query as StaffInput<'backgroundJobs'>),
  csvHref: (query) => staffAddress('backgroundJobs', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ kind, id }) => `${jobName(t, kind)} ${id}`,
  hrefOf: ({ id }) => `/backoffice/background-jobs/${id}`,
  emptyText: t('noJobsHelp'),
  emptyLink: { to: '/backoffice', label: 'toHome' },
})
