import { atDesk } from '#e2e/screenshots/backoffice-scenes.ts'
import type { Scenes, Stage } from '#e2e/screenshots/scene-setup.ts'

/** Pages of the desk that show what they have as soon as they open. */
const PAGES = {
  'long-work': '/desk/work',
  attention: '/desk/attention',
  'attention-one': '/desk/attention/1',
  'saved-answers': '/desk/saved-answers',
  orders: '/desk/orders',
  'order-withdrawn': '/desk/orders/1000003',
  'order-fallen': '/desk/orders/1000010',
  parcels: '/desk/parcels',
  digital: '/desk/digital',
  suppliers: '/desk/suppliers',
  'supplier-new': '/desk/suppliers/new',
  'money-day': '/desk/money',
  'money-months': '/desk/money/months',
  'money-settlements': '/desk/money/settlements',
  'money-rates': '/desk/money/rates',
  'gift-new': '/desk/gifts/new',
  categories: '/desk/categories',
  content: '/desk/content',
  texts: '/desk/content/texts/headercomponents?channel=1014',
  'content-mails': '/desk/content/mails',
  'content-company': '/desk/content/company',
  'content-tiles': '/desk/content/tiles',
  rehearsals: '/desk/channels/1014/rehearsals',
  'rehearsal-new': '/desk/channels/1014/rehearsals/new',
  employers: '/desk/employers',
  'employer-one': '/desk/employers/1',
  'retention-runs': '/desk/retention/runs',
  webhooks: '/desk/webhooks',
  'webhook-new': '/desk/webhooks/new',
  'no-such-page': '/desk/nowhere',
} as const

export const plainScenes: Scenes = Object.fromEntries(
  Object.entries(PAGES).map(([name, path]) => [
    `desk-plain-${name}`,
    async (stage: Stage) => {
      await atDesk(stage, path)
      await stage.shot('', { down: 2400 })
    },
  ]),
)
