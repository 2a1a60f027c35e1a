import type { Messages } from '#backoffice/i18n/message-keys.ts'
import approvals from '#backoffice/modules/approvals/messages/nl.json' with { type: 'json' }
import audit from '#backoffice/modules/audit/messages/nl.json' with { type: 'json' }
import catalog from '#backoffice/modules/catalog/messages/nl.json' with { type: 'json' }
import channels from '#backoffice/modules/channels/messages/nl.json' with { type: 'json' }
import content from '#backoffice/modules/content/messages/nl.json' with { type: 'json' }
import employers from '#backoffice/modules/employers/messages/nl.json' with { type: 'json' }
import finance from '#backoffice/modules/finance/messages/nl.json' with { type: 'json' }
import fulfilment from '#backoffice/modules/fulfilment/messages/nl.json' with { type: 'json' }
import home from '#backoffice/modules/home/messages/nl.json' with { type: 'json' }
import media from '#backoffice/modules/media/messages/nl.json' with { type: 'json' }
import orders from '#backoffice/modules/orders/messages/nl.json' with { type: 'json' }
import privacy from '#backoffice/modules/privacy/messages/nl.json' with { type: 'json' }
import reports from '#backoffice/modules/reports/messages/nl.json' with { type: 'json' }
import shell from '#backoffice/shell/messages/nl.json' with { type: 'json' }
import signIn from '#backoffice/shell/sign-in/messages/nl.json' with { type: 'json' }
import staff from '#backoffice/modules/staff/messages/nl.json' with { type: 'json' }
import support from '#backoffice/modules/support/messages/nl.json' with { type: 'json' }
import tasks from '#backoffice/modules/tasks/messages/nl.json' with { type: 'json' }
import vouchers from '#backoffice/modules/vouchers/messages/nl.json' with { type: 'json' }
import webhooks from '#backoffice/modules/webhooks/messages/nl.json' with { type: 'json' }

export const dutch: Messages = {
  ...approvals,
  ...audit,
  ...catalog,
  ...channels,
  ...content,
  ...employers,
  ...finance,
  ...fulfilment,
  ...home,
  ...media,
  ...orders,
  ...privacy,
  ...reports,
  ...shell,
  ...signIn,
  ...staff,
  ...support,
  ...tasks,
  ...vouchers,
  ...webhooks,
}
