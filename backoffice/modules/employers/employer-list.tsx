import { EmployerName } from '#backoffice/kit/display/EmployerName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Employer = StaffResponse<'employers'>['items'][number]

/** Organisations that give. */
export const employerList = (t: Translate): ListOf<Employer> => ({
  name: 'employers',
  counted: 'countedEmployers',
  searchWord: 'employerSearch',
  columns: {
    name: {
      label: 'name',
      sort: 'name',
      cell: ({ name }) => <EmployerName name={name} />,
      phone: 'a',
    },
    vat_number: { label: 'vatNumber', cell: ({ vat_number }) => vat_number, phone: 'c' },
    contact: { label: 'contactPerson', cell: ({ contact }) => contact },
    campaigns: { label: 'campaigns', number: true, cell: ({ campaigns }) => campaigns },
    batches: { label: 'batches', number: true, cell: ({ batches }) => batches },
    granted: { label: 'pointsGiven', number: true, cell: ({ granted }) => granted, phone: 'b' },
    added_at: {
      label: 'since',
      sort: 'added_at',
      usual: false,
      cell: ({ added_at }) => <Moment at={added_at} />,
    },
    ...noColumn('peppol_id', 'address', 'email', 'id', 'version'),
  },
  filters: filterBar(t, 'employers', {}),
  usualSort: 'name',
  ask: (asked) => fetchBackoffice('employers', asked as StaffInput<'employers'>),
  csv: (asked) => staffAddress('employers', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/employers/${id}`,
  empty: t('employersEmpty'),
  picture: 'people',
})
