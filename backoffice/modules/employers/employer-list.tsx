import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Employer = StaffResponse<'employers'>['items'][number]

/** Employers with the points that they granted. */
export const employerList = (t: Translate): ListDefinition<Employer> => ({
  name: 'employers',
  countLabel: 'countedEmployers',
  searchLabel: 'employerSearch',
  columns: {
    name: {
      label: 'name',
      sortKey: 'name',
      cell: ({ name }) => <EmployerName name={name} />,
      phonePosition: 'a',
    },
    vat_number: { label: 'vatNumber', cell: ({ vat_number }) => vat_number, phonePosition: 'c' },
    contact: { label: 'contactPerson', cell: ({ contact }) => contact },
    campaigns: { label: 'campaigns', numeric: true, cell: ({ campaigns }) => campaigns ?? '–' },
    batches: { label: 'batches', numeric: true, cell: ({ batches }) => batches ?? '–' },
    granted: {
      label: 'pointsGiven',
      numeric: true,
      cell: ({ granted }) => granted ?? '–',
      onPhone: ({ granted }) =>
        granted === null ? '–' : t('voucher.price.points', { count: granted }),
      phonePosition: 'b',
    },
    added_at: {
      label: 'since',
      sortKey: 'added_at',
      defaultVisible: false,
      cell: ({ added_at }) => <DateTime at={added_at} />,
    },
    ...noColumn('peppol_id', 'address', 'email', 'id', 'version'),
  },
  filters: filterBar(t, 'employers', {}),
  defaultSort: defaultSorts.employers,
  fetchPage: (query) => fetchBackoffice('employers', query as StaffInput<'employers'>),
  csvHref: (query) => staffAddress('employers', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/employers/${id}`,
  emptyText: t('employersEmpty'),
  emptyPicture: 'people',
})
