import approvals from '#backoffice/modules/approvals/messages/en.json' with { type: 'json' }
import audit from '#backoffice/modules/audit/messages/en.json' with { type: 'json' }
import catalog from '#backoffice/modules/catalog/messages/en.json' with { type: 'json' }
import channels from '#backoffice/modules/channels/messages/en.json' with { type: 'json' }
import content from '#backoffice/modules/content/messages/en.json' with { type: 'json' }
import employers from '#backoffice/modules/employers/messages/en.json' with { type: 'json' }
import finance from '#backoffice/modules/finance/messages/en.json' with { type: 'json' }
import fulfilment from '#backoffice/modules/fulfilment/messages/en.json' with { type: 'json' }
import home from '#backoffice/modules/home/messages/en.json' with { type: 'json' }
import media from '#backoffice/modules/media/messages/en.json' with { type: 'json' }
import orders from '#backoffice/modules/orders/messages/en.json' with { type: 'json' }
import privacy from '#backoffice/modules/privacy/messages/en.json' with { type: 'json' }
import reports from '#backoffice/modules/reports/messages/en.json' with { type: 'json' }
import shell from '#backoffice/shell/messages/en.json' with { type: 'json' }
import signIn from '#backoffice/shell/sign-in/messages/en.json' with { type: 'json' }
import staff from '#backoffice/modules/staff/messages/en.json' with { type: 'json' }
import support from '#backoffice/modules/support/messages/en.json' with { type: 'json' }
import tasks from '#backoffice/modules/tasks/messages/en.json' with { type: 'json' }
import vouchers from '#backoffice/modules/vouchers/messages/en.json' with { type: 'json' }
import webhooks from '#backoffice/modules/webhooks/messages/en.json' with { type: 'json' }

/** All English messages of the back office. They define the keys. 'one gift|{count} gifts' depends on the number. */
export const english = {
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
