import { ChannelOfEmployer } from '#backoffice/kit/display/ChannelName.tsx'
import { ShareBar } from '#backoffice/kit/display/ShareBar.tsx'
import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { CampaignStatus } from '#backoffice/modules/employers/CampaignStatus.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  type Choice,
  type Columns,
  noColumn,
  type ListDefinition,
} from '#backoffice/kit/list/list-definition.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Campaign = StaffResponse<'campaigns'>['items'][number]

type Figure = 'batches' | 'vouchers' | 'claimed' | 'granted' | 'spent' | 'budget_left'

const figureColumns = (t: Translate): Pick<Columns<Campaign>, Figure> => ({
  batches: {
    label: 'batches',
    numeric: true,
    cell: ({ batches }) => batches,
    defaultVisible: false,
  },
  vouchers: {
    label: 'voucherCount',
    numeric: true,
    cell: ({ vouchers }) => vouchers,
    defaultVisible: false,
  },
  claimed: {
    label: 'claimed',
    cell: ({ claimed, vouchers }) => (
      <ShareBar part={claimed} total={vouchers}>
        {t('batch.activated', { claimed, count: vouchers })}
      </ShareBar>
    ),
    phonePosition: 'f',
  },
  granted: {
    label: 'pointsGiven',
    numeric: true,
    cell: ({ granted }) => granted,
    onPhone: ({ granted }) => t('voucher.price.points', { count: granted }),
    phonePosition: 'b',
  },
  spent: { label: 'pointsSpent', numeric: true, cell: ({ spent }) => spent },
  budget_left: {
    label: 'budgetLeft',
    numeric: true,
    cell: ({ budget_left }) => budget_left ?? '–',
  },
})

const campaignColumns = (t: Translate, language: StaffLanguage): Columns<Campaign> => {
  const day = (at: string | null) => (at === null ? '–' : formatDay(language, at))
  return {
    name: { label: 'name', sortKey: 'name', cell: ({ name }) => name, phonePosition: 'a' },
    employer_name: {
      label: 'employer',
      cell: ({ employer_name }) => <EmployerName name={employer_name} />,
      phonePosition: 'c',
    },
    channel: {
      label: 'channel',
      cell: ({ channel, employer_name }) => (
        <ChannelOfEmployer id={channel} employer={employer_name} />
      ),
    },
    status: {
      label: 'state',
      cell: (campaign) => <CampaignStatus campaign={campaign} />,
      phonePosition: 'd',
    },
    opens: {
      label: 'opensOn',
      sortKey: 'opens',
      cell: ({ opens }) => day(opens),
      defaultVisible: false,
    },
    closes: {
      label: 'closesOn',
      sortKey: 'closes',
      cell: ({ closes }) => day(closes),
      phonePosition: 'e',
    },
    ...figureColumns(t),
    ...noColumn('id', 'employer', 'unclaimed_rule', 'budget_points', 'remind_days', 'version'),
  }
}

/** Campaigns with their vouchers and points. */
export const campaignList = (
  t: Translate,
  language: StaffLanguage,
  employers: readonly Choice[],
): ListDefinition<Campaign> => ({
  name: 'campaigns',
  countLabel: 'countedCampaigns',
  searchLabel: 'campaignName',
  columns: campaignColumns(t, language),
  filters: filterBar(t, 'campaigns', { employer: { choices: employers } }),
  defaultSort: defaultSorts.campaigns,
  fetchPage: (query) => fetchBackoffice('campaigns', query as StaffInput<'campaigns'>),
  csvHref: (query) => staffAddress('campaigns', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/campaigns/${id}`,
  emptyText: t('noCampaignsYet'),
  emptyPicture: 'people',
  emptyLink: { to: '/backoffice/employers', label: 'toEmployers' },
})
