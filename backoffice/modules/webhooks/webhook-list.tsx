import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListOf } from '#backoffice/kit/list/list-definition.ts'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { WebhookStatus } from '#backoffice/modules/webhooks/WebhookStatus.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Listed = StaffResponse<'webhooks'>['items'][number]

/** Who listens, and what waits for each. */
export const webhookList = (t: Translate): ListOf<Listed> => ({
  name: 'webhooks',
  counted: 'webhook.counted',
  searchWord: 'webhook.search',
  columns: {
    name: { label: 'webhook.name', sort: 'name', cell: ({ name }) => name, phone: 'a' },
    url: { label: 'webhook.url', cell: ({ url }) => url, wraps: true, phone: 'c' },
    state: { label: 'state', cell: (webhook) => <WebhookStatus webhook={webhook} />, phone: 'b' },
    waiting: {
      label: 'webhook.waiting',
      number: true,
      cell: ({ waiting }) => (waiting === 0 ? '–' : waiting),
    },
    given_up: {
      label: 'webhook.givenUp',
      number: true,
      cell: ({ given_up }) => (given_up === 0 ? '–' : given_up),
    },
    succeeded_at: {
      label: 'webhook.last',
      cell: ({ succeeded_at }) => (succeeded_at ? <Moment at={succeeded_at} /> : '–'),
      phone: 'd',
    },
    ...noColumn('id', 'failing_since'),
  },
  filters: filterBar(t, 'webhooks', {}),
  usualSort: 'name',
  ask: (asked) => fetchBackoffice('webhooks', asked as StaffInput<'webhooks'>),
  csv: (asked) => staffAddress('webhooks', { ...asked, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/webhooks/${id}`,
  empty: t('webhook.emptyHelp'),
})
