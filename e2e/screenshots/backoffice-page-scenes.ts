import { inBackoffice } from '#e2e/screenshots/backoffice-scenes.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'

/** Pages of the back office that show what they have as soon as they open. */
const PAGES = {
  'long-work': '/backoffice/background-jobs',
  task: '/backoffice/tasks',
  'task-one': '/backoffice/tasks/1',
  'saved-replies': '/backoffice/saved-replies',
  orders: '/backoffice/orders',
  'order-withdrawn': '/backoffice/orders/1002901',
  'order-fallen': '/backoffice/orders/1002886',
  parcels: '/backoffice/parcels',
  digital: '/backoffice/digital-codes',
  suppliers: '/backoffice/suppliers',
  'supplier-new': '/backoffice/suppliers/new',
  'money-month': '/backoffice/finance/payments',
  'money-months': '/backoffice/finance/monthly-accounts',
  'money-settlements': '/backoffice/finance/payouts',
  'money-rates': '/backoffice/finance/vat-rates',
  'gift-new': '/backoffice/gifts/new',
  categories: '/backoffice/categories',
  content: '/backoffice/content',
  texts: '/backoffice/content/texts/headercomponents?channel=1014',
  'content-mails': '/backoffice/content/mails',
  'content-company': '/backoffice/content/company',
  'content-tiles': '/backoffice/content/tiles',
  simulations: '/backoffice/channels/1014/simulations',
  'simulation-new': '/backoffice/channels/1014/simulations/new',
  employers: '/backoffice/employers',
  'employer-one': '/backoffice/employers/1',
  'retention-runs': '/backoffice/privacy/erasure-runs',
  webhooks: '/backoffice/webhooks',
  'webhook-new': '/backoffice/webhooks/new',
  'no-such-page': '/backoffice/nowhere',
} as const

export const plainScenes: Scenes = Object.fromEntries(
  Object.entries(PAGES).map(([name, path]) => [
    `backoffice-plain-${name}`,
    async (stage: Stage) => {
      await inBackoffice(stage, path)
      await stage.shot('', { down: 2400 })
    },
  ]),
)
