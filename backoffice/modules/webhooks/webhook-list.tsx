import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import { noColumn, type ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { WebhookStatus } from '#backoffice/modules/webhooks/WebhookStatus.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { type StaffResponse, staffAddress, type StaffInput } from '#contract/client.staff.ts'

type Webhook = StaffResponse<'webhooks'>['items'][number]

/** Webhooks with their numbers of waiting and failed deliveries. */
export const webhookList = (t: Translate): ListDefinition<Webhook> => ({
  name: 'webhooks',
  countLabel: 'webhook.counted',
  searchLabel: 'webhook.search',
  columns: {
    name: { label: 'webhook.name', sortKey: 'name', cell: ({ name }) => name, phonePosition: 'a' },
    url: { label: 'webhook.url', cell: ({ url }) => url, wraps: true, phonePosition: 'c' },
    state: {
      label: 'state',
      cell: (webhook) => <WebhookStatus webhook={webhook} />,
      phonePosition: 'b',
    },
    waiting: {
      label: 'webhook.waiting',
      numeric: true,
      cell: ({ waiting }) => (waiting === 0 ? '–' : waiting),
    },
    given_up: {
      label: 'webhook.givenUp',
      numeric: true,
      cell: ({ given_up }) => (given_up === 0 ? '–' : given_up),
    },
    succeeded_at: {
      label: 'webhook.last',
      cell: ({ succeeded_at }) => (succeeded_at ? <DateTime at={succeeded_at} /> : '–'),
      phonePosition: 'd',
    },
    ...noColumn('id', 'failing_since'),
  },
  filters: filterBar(t, 'webhooks', {}),
  defaultSort: defaultSorts.webhooks,
  fetchPage: (query) => fetchBackoffice('webhooks', query as StaffInput<'webhooks'>),
  csvHref: (query) => staffAddress('webhooks', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/backoffice/webhooks/${id}`,
  emptyText: t('webhook.emptyHelp'),
})
