import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { type Choice, noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Campaign = StaffResponse<'campaigns'>['items'][number]

/** Campaigns with their vouchers and points. Each opens its page. */
export const campaignList = (
  t: Translate,
  language: StaffLanguage,
  employers: readonly Choice[],
): ListOf<Campaign> => {
  const day = (at: string | null) => (at === null ? '–' : formatDay(language, at))
  return {
    name: 'campaigns',
    counted: 'countedCampaigns',
    searchWord: 'campaignName',
    columns: {
      name: { label: 'name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
      employer_name: {
        label: 'employer',
        cell: ({ employer_name }) => <EmployerName name={employer_name} />,
        phone: 'c',
      },
      channel: { label: 'channel', cell: ({ channel }) => channelCell(channel) },
      opens: { label: 'opensOn', sort: 'opens', cell: ({ opens }) => day(opens), usual: false },
      closes: { label: 'closesOn', sort: 'closes', cell: ({ closes }) => day(closes), phone: 'd' },
      batches: { label: 'batches', number: true, cell: ({ batches }) => batches, usual: false },
      vouchers: { label: 'howMany', number: true, cell: ({ vouchers }) => vouchers },
      claimed: { label: 'claimed', number: true, cell: ({ claimed }) => claimed },
      granted: { label: 'pointsGiven', number: true, cell: ({ granted }) => granted, phone: 'b' },
      spent: { label: 'pointsSpent', number: true, cell: ({ spent }) => spent },
      budget_left: {
        label: 'budgetLeft',
        number: true,
        cell: ({ budget_left }) => budget_left ?? '–',
      },
      ...noColumn('id', 'employer', 'unclaimed_rule', 'budget_points', 'remind_days', 'version'),
    },
    filters: filterBar(t, 'campaigns', { employer: { choices: employers } }),
    usualSort: '-opens',
    ask: (asked) => fetchBackoffice('campaigns', asked as StaffInput<'campaigns'>),
    csv: (asked) => staffAddress('campaigns', { ...asked, as: 'csv' }),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => `/backoffice/campaigns/${id}`,
    empty: t('noCampaignsYet'),
    picture: 'people',
    emptyLink: { to: '/backoffice/employers', label: 'toEmployers' },
  }
}
